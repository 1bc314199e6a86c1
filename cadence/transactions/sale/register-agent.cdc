import "SalePermission"

/// Registers an agent with its daily caps. Its right is kept by the signer; what the agent gets is a capability, at once
/// where it is the signer, else through the inbox (`sale/claim-agent`).
transaction(address: Address, maxSalesPerDay: UInt64, maxYenPerDay: UInt64) {
    prepare(operator: auth(BorrowValue, SaveValue, IssueStorageCapabilityController, PublishInboxCapability) &Account) {
        let admin = operator.storage.borrow<auth(SalePermission.ManageAgents) &SalePermission.Admin>(
            from: SalePermission.AdminStoragePath
        ) ?? panic("registerAgent: the signer is not the operator of sales")
        let path = StoragePath(identifier: "\(SalePermission.label())Agent_\(address)")!
        operator.storage.save(
            <-admin.registerAgent(address: address, maxSalesPerDay: maxSalesPerDay, maxYenPerDay: maxYenPerDay),
            to: path
        )
        let right = operator.capabilities.storage.issue<auth(SalePermission.Fulfil) &SalePermission.Agent>(path)
        if address == operator.address {
            operator.storage.save(right, to: SalePermission.AgentStoragePath)
        } else {
            // A name of its own, so that two agents who have not come yet do not overwrite each other.
            operator.inbox.publish(right, name: "\(SalePermission.label())/\(address)", recipient: address)
        }
    }
}

import "SalePermission"

/// Lets the contract forget those of the signing agent's orders that have expired, so that its storage stays small.
transaction(orderIds: [String]) {
    prepare(agent: auth(CopyValue) &Account) {
        let capability = agent.storage.copy<Capability<auth(SalePermission.Fulfil) &SalePermission.Agent>>(
            from: SalePermission.AgentStoragePath
        ) ?? panic("forgetExpired: the signer is not an agent")
        capability.borrow()!.forgetExpired(orderIds: orderIds)
    }
}

import "SalePermission"

/// Ends orders of one seller that the signing agent issued. Orders that have ended already are passed over.
transaction(seller: Address, orderIds: [String]) {
    let right: auth(SalePermission.Fulfil) &SalePermission.Agent
    let grants: &SalePermission.Grants

    prepare(agent: auth(CopyValue) &Account) {
        let capability = agent.storage.copy<Capability<auth(SalePermission.Fulfil) &SalePermission.Agent>>(
            from: SalePermission.AgentStoragePath
        ) ?? panic("cancel: the signer is not an agent")
        self.right = capability.borrow() ?? panic("cancel: the signer's right is gone")
        self.grants = SalePermission.borrowGrants(seller) ?? panic("cancel: \(seller) shows no grants")
    }

    execute {
        for orderId in orderIds {
            if self.grants.getTerms(orderId: orderId) != nil {
                self.grants.cancelByAgent(agent: self.right, orderId: orderId)
            }
        }
    }
}

import "SalePermission"

/// Delivers the token of an order to the buyer. Signed by the agent of the order.
transaction(seller: Address, orderId: String, orderHash: String, buyer: Address, paymentRef: String) {
    let right: auth(SalePermission.Fulfil) &SalePermission.Agent
    let grants: &SalePermission.Grants

    prepare(agent: auth(CopyValue) &Account) {
        let capability = agent.storage.copy<Capability<auth(SalePermission.Fulfil) &SalePermission.Agent>>(
            from: SalePermission.AgentStoragePath
        ) ?? panic("fulfil: the signer is not an agent")
        self.right = capability.borrow() ?? panic("fulfil: the signer's right is gone")
        self.grants = SalePermission.borrowGrants(seller) ?? panic("fulfil: \(seller) shows no grants")
    }

    execute {
        self.grants.fulfil(
            agent: self.right,
            orderId: orderId,
            orderHash: orderHash,
            buyer: buyer,
            paymentRef: paymentRef
        )
    }
}

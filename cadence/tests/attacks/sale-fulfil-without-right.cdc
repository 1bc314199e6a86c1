import "SalePermission"

/// Fulfils with a reference to the agent's right that carries no entitlement.
transaction(seller: Address, orderId: String, orderHash: String) {
    prepare(thief: auth(CopyValue) &Account) {
        let right = thief.storage.copy<Capability<auth(SalePermission.Fulfil) &SalePermission.Agent>>(
            from: SalePermission.AgentStoragePath
        )!.borrow()! as &SalePermission.Agent
        SalePermission.borrowGrants(seller)!.fulfil(
            agent: right,
            orderId: orderId,
            orderHash: orderHash,
            buyer: thief.address,
            paymentRef: "none"
        )
    }
}

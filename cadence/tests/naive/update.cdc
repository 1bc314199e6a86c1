import "NaivePermission"

transaction(orderId: String, version: UInt32, price: String) {
    prepare(agent: &Account) {
        let right <- NaivePermission.createAgent(address: agent.address)
        right.update(orderId: orderId, version: version, metadata: {"price": price})
        destroy right
    }
}

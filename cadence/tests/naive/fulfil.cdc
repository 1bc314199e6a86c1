import "NonFungibleToken"
import "Collectible"
import "NaivePermission"

/// Anyone is an agent who says so.
transaction(orderId: String, version: UInt32, buyer: Address) {
    prepare(agent: &Account) {
        let right <- NaivePermission.createAgent(address: agent.address)
        right.fulfil(
            orderId: orderId,
            version: version,
            recipient: getAccount(buyer).capabilities.borrow<&{NonFungibleToken.Receiver}>(
                Collectible.CollectionPublicPath
            )!
        )
        destroy right
    }
}

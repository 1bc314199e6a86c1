import "Collectible"

/// Shows somebody else's collection as the signer's own.
transaction(of: Address) {
    prepare(buyer: auth(UnpublishCapability, PublishCapability) &Account) {
        let theirs = getAccount(of).capabilities.get<&Collectible.Collection>(Collectible.CollectionPublicPath)
        buyer.capabilities.unpublish(Collectible.CollectionPublicPath)
        buyer.capabilities.publish(theirs, at: Collectible.CollectionPublicPath)
    }
}

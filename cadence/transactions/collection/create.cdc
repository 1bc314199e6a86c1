import "Collectible"

/// Gives the signer an empty collection and publishes it, so that tokens can be received.
transaction {
    prepare(member: auth(SaveValue, IssueStorageCapabilityController, PublishCapability, UnpublishCapability) &Account) {
        if member.storage.type(at: Collectible.CollectionStoragePath) != nil {
            // This sentence is known to clients: keep it as it is.
            panic("The account has already been initialized.")
        }
        member.storage.save(
            <-Collectible.createEmptyCollection(nftType: Type<@Collectible.NFT>()),
            to: Collectible.CollectionStoragePath
        )
        let collection = member.capabilities.storage.issue<&Collectible.Collection>(Collectible.CollectionStoragePath)
        member.capabilities.unpublish(Collectible.CollectionPublicPath)
        member.capabilities.publish(collection, at: Collectible.CollectionPublicPath)
    }
}

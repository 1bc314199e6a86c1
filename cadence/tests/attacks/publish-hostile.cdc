import "NonFungibleToken"
import "Collectible"
import "HostileReceiver"

/// Puts a hostile receiver where others look for a collection.
transaction(mode: String) {
    prepare(signer: auth(Storage, Capabilities) &Account) {
        signer.storage.save(<-HostileReceiver.createCollection(mode: mode), to: Collectible.CollectionStoragePath)
        let receiver = signer.capabilities.storage.issue<&{NonFungibleToken.Receiver}>(Collectible.CollectionStoragePath)
        signer.capabilities.unpublish(Collectible.CollectionPublicPath)
        signer.capabilities.publish(receiver, at: Collectible.CollectionPublicPath)
    }
}

import "Collectible"
import "HostileReceiver"

/// A collection that shows a token which is not ours under an id that is, where a collection of ours belongs.
transaction(id: UInt64) {
    prepare(seller: auth(Storage) &Account) {
        let fakes <- HostileReceiver.createCollection(mode: "store")
        fakes.deposit(token: <-HostileReceiver.createToken(id: id))
        seller.storage.save(<-fakes, to: Collectible.CollectionStoragePath)
    }
}

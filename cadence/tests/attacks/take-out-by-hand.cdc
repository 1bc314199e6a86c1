import "Collectible"
import "ResourceDrop"

/// Takes a token out of the signer's vault around `withdraw`, and leaves it where anyone may take it.
transaction(id: UInt64, name: String) {
    prepare(owner: auth(Storage) &Account) {
        let vault <- owner.storage.load<@Collectible.Collection>(from: Collectible.CollectionStoragePath)!
        ResourceDrop.leave(name, <-vault.ownedNFTs.remove(key: id)!)
        owner.storage.save(<-vault, to: Collectible.CollectionStoragePath)
    }
}

import "Collectible"
import "HostileReceiver"

/// Puts a token of another contract into the signer's vault, under an id of ours; or takes it out again.
transaction(id: UInt64, back: Bool) {
    prepare(liar: auth(Storage) &Account) {
        let vault <- liar.storage.load<@Collectible.Collection>(from: Collectible.CollectionStoragePath)!
        if back {
            destroy vault.ownedNFTs.remove(key: id)!
        } else {
            vault.ownedNFTs[id] <-! HostileReceiver.createToken(id: id)
        }
        liar.storage.save(<-vault, to: Collectible.CollectionStoragePath)
    }
}

import "Collectible"
import "ResourceDrop"

/// Puts a token that somebody left into the signer's vault around `deposit`, under the id `place`.
transaction(place: UInt64, name: String) {
    prepare(owner: auth(Storage) &Account) {
        let vault <- owner.storage.load<@Collectible.Collection>(from: Collectible.CollectionStoragePath)!
        vault.ownedNFTs[place] <-! (ResourceDrop.take(name) as! @Collectible.NFT)
        owner.storage.save(<-vault, to: Collectible.CollectionStoragePath)
    }
}

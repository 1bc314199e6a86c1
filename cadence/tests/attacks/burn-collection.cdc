import "Burner"
import "NonFungibleToken"
import "Collectible"

/// Burns the signer's whole collection, with everything in it.
transaction {
    prepare(member: auth(LoadValue) &Account) {
        let collection <- member.storage.load<@Collectible.Collection>(from: Collectible.CollectionStoragePath)!
        Burner.burn(<-collection)
    }
}

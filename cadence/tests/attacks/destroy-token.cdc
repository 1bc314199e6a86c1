import "NonFungibleToken"
import "Collectible"

/// Destroys a token of the signer without Burner.
transaction(id: UInt64) {
    prepare(member: auth(BorrowValue) &Account) {
        let collection = member.storage.borrow<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
            from: Collectible.CollectionStoragePath
        )!
        destroy collection.withdraw(withdrawID: id)
    }
}

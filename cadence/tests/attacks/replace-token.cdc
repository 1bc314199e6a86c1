import "NonFungibleToken"
import "Collectible"

/// Takes a token out and puts it back at once.
transaction(id: UInt64) {
    prepare(seller: auth(BorrowValue) &Account) {
        let collection = seller.storage.borrow<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
            from: Collectible.CollectionStoragePath
        )!
        collection.deposit(token: <-collection.withdraw(withdrawID: id))
    }
}

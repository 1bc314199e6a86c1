import "NonFungibleToken"
import "Collectible"

/// Takes tokens out and puts them back at once.
transaction(ids: [UInt64]) {
    prepare(seller: auth(BorrowValue) &Account) {
        let collection = seller.storage.borrow<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
            from: Collectible.CollectionStoragePath
        )!
        for id in ids {
            collection.deposit(token: <-collection.withdraw(withdrawID: id))
        }
    }
}

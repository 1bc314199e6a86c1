import "SalePermission"

/// Removes orders of a seller that can never be fulfilled any more. Anyone may sign; orders that are gone are passed over,
/// one that is alive fails.
transaction(seller: Address, orderIds: [String]) {
    prepare(anyone: &Account) {
        let grants = SalePermission.borrowGrants(seller) ?? panic("cleanUp: \(seller) shows no grants")
        for orderId in orderIds {
            if grants.getTerms(orderId: orderId) != nil {
                grants.cleanUp(orderId: orderId)
            }
        }
    }
}

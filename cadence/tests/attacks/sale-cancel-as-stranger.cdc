import "SalePermission"

/// Ends an order of somebody else, through what they show.
transaction(seller: Address, orderId: String) {
    prepare(thief: &Account) {
        SalePermission.borrowGrants(seller)!.cancel(orderId: orderId)
    }
}

import "SalePermission"

/// Casts what is shown to more than was shown.
transaction(seller: Address, orderId: String) {
    prepare(thief: &Account) {
        let grants = SalePermission.borrowGrants(seller)! as! auth(SalePermission.Cancel) &SalePermission.Grants
        grants.cancel(orderId: orderId)
    }
}

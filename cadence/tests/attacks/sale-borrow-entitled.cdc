import "SalePermission"

/// Asks the public capability for more than it gives.
transaction(seller: Address, orderId: String) {
    prepare(thief: &Account) {
        let grants = getAccount(seller).capabilities.borrow<auth(SalePermission.Cancel) &SalePermission.Grants>(
            SalePermission.GrantsPublicPath
        ) ?? panic("the capability does not give that")
        grants.cancel(orderId: orderId)
    }
}

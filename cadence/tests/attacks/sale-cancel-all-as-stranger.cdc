import "SalePermission"

transaction(seller: Address) {
    prepare(thief: &Account) {
        SalePermission.borrowGrants(seller)!.cancelAll()
    }
}

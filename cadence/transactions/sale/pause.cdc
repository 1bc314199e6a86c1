import "SalePermission"

/// Stops (or, with false, resumes) adding and fulfilling of all orders. Sellers can cancel all the same.
transaction(paused: Bool) {
    prepare(operator: auth(BorrowValue) &Account) {
        let admin = operator.storage.borrow<auth(SalePermission.Pause) &SalePermission.Admin>(
            from: SalePermission.AdminStoragePath
        ) ?? panic("pause: the signer is not the operator of sales")
        admin.setPaused(paused)
    }
}

import "SalePermission"

/// Ends these orders of the signer and deletes the rights behind them. Orders that have ended already are passed over.
transaction(orderIds: [String]) {
    prepare(seller: auth(BorrowValue, GetStorageCapabilityController) &Account) {
        let grants = seller.storage.borrow<auth(SalePermission.Cancel) &SalePermission.Grants>(
            from: SalePermission.GrantsStoragePath
        ) ?? panic("cancel: the signer has no grants")

        var ended = 0
        for orderId in orderIds {
            if grants.getTerms(orderId: orderId) != nil {
                grants.cancel(orderId: orderId)
                ended = ended + 1
            }
        }
        if ended == 0 {
            panic("cancel: none of these orders stands")
        }
        for id in grants.takeSpent() {
            seller.capabilities.storage.getController(byCapabilityID: id)?.delete()
        }
    }
}

import "Collectible"
import "SalePermission"

/// Ends all orders of the signer, deletes every right that was ever given for selling, and makes worthless what was
/// signed for the signer up to now and not yet used.
transaction {
    prepare(seller: auth(BorrowValue, SaveValue, GetStorageCapabilityController) &Account) {
        if seller.storage.type(at: SalePermission.GrantsStoragePath) == nil {
            seller.storage.save(<-SalePermission.createGrants(), to: SalePermission.GrantsStoragePath)
        }
        let grants = seller.storage.borrow<auth(SalePermission.Cancel) &SalePermission.Grants>(
            from: SalePermission.GrantsStoragePath
        ) ?? panic("cancelAll: the signer keeps something else where the grants belong")

        grants.cancelAll()
        for id in grants.takeSpent() {
            seller.capabilities.storage.getController(byCapabilityID: id)?.delete()
        }
        // Also those of grants that were destroyed by other means.
        let prefix = "\(SalePermission.label())/"
        for controller in seller.capabilities.storage.getControllers(forPath: Collectible.CollectionStoragePath) {
            if controller.tag.length > prefix.length && controller.tag.slice(from: 0, upTo: prefix.length) == prefix {
                controller.delete()
            }
        }
    }
}

import "Collectible"

/// The seller takes back every right to the collection by hand, without this product.
transaction {
    prepare(seller: auth(GetStorageCapabilityController) &Account) {
        for controller in seller.capabilities.storage.getControllers(forPath: Collectible.CollectionStoragePath) {
            if controller.tag != "" {
                controller.delete()
            }
        }
    }
}

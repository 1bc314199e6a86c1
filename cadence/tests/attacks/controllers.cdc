import "Collectible"

/// How many rights to its collection an account has given.
access(all) fun main(address: Address): Int {
    return getAuthAccount<auth(GetStorageCapabilityController) &Account>(address)
        .capabilities.storage.getControllers(forPath: Collectible.CollectionStoragePath).length
}

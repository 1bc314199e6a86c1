import "Collectible"

/// Whether this account can receive tokens.
access(all) fun main(address: Address): Bool {
    return getAccount(address).capabilities.get<&Collectible.Collection>(Collectible.CollectionPublicPath).check()
}

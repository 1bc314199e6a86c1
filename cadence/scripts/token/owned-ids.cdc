import "Collectible"

/// The ids of the tokens in this account's collection; none if it has no collection.
access(all) fun main(address: Address): [UInt64] {
    let collection = getAccount(address).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
    return collection?.getIDs() ?? []
}

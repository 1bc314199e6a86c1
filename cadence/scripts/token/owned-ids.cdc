import "Collectible"

/// The ids of the tokens in this account's own collection; none if it has no collection. An id under which the owner put
/// something else by hand is not one of them.
access(all) fun main(address: Address): [UInt64] {
    let owned: [UInt64] = []
    let collection = getAccount(address).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
    // A link can be made to lead to somebody else's collection: what lies there is not the address's own.
    if collection == nil || collection!.owner?.address != address {
        return owned
    }
    for id in collection!.getIDs() {
        if collection!.borrowToken(id) != nil {
            owned.append(id)
        }
    }
    return owned
}

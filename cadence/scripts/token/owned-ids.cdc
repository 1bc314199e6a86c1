import "Collectible"

/// The ids of the tokens in this account's own collection, `most` of them from the place `from` on, in the order in which the collection
/// has them at this block; nil where the owner put something else by hand. Fewer than `most` are the last; none if it has no collection.
access(all) fun main(address: Address, from: Int, most: Int): [UInt64?] {
    let collection = getAccount(address).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
    // A link can be made to lead to somebody else's collection: what lies there is not the address's own.
    if collection == nil || collection!.owner?.address != address {
        return []
    }
    let places = collection!.getIDs()
    let end = from + most < places.length ? from + most : places.length
    let owned: [UInt64?] = []
    if from < end {
        for id in places.slice(from: from, upTo: end) {
            owned.append(collection!.borrowToken(id) == nil ? nil : id)
        }
    }
    return owned
}

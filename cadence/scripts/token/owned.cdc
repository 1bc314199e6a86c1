import "Collectible"

access(all) struct Owned {
    access(all) let id: UInt64
    access(all) let refId: String
    access(all) let itemId: String
    access(all) let serial: UInt64

    init(_ token: &Collectible.NFT) {
        self.id = token.id
        self.refId = token.refId
        self.itemId = token.itemId
        self.serial = token.serial
    }
}

/// The tokens in this account's own collection, each with what it is: `most` of them from the place `from` on, in the order in which the
/// collection has them at this block; nil where the owner put something else by hand. Fewer than `most` are the last.
access(all) fun main(address: Address, from: Int, most: Int): [Owned?] {
    let collection = getAccount(address).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
    // A link can be made to lead to somebody else's collection: what lies there is not the address's own.
    if collection == nil || collection!.owner?.address != address {
        return []
    }
    let places = collection!.getIDs()
    let end = from + most < places.length ? from + most : places.length
    let owned: [Owned?] = []
    if from < end {
        for id in places.slice(from: from, upTo: end) {
            let token = collection!.borrowToken(id)
            owned.append(token == nil ? nil : Owned(token!))
        }
    }
    return owned
}

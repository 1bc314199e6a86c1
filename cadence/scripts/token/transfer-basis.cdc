import "Collectible"

access(all) struct Basis {
    access(all) let isThere: Bool
    access(all) let canReceive: Bool
    /// Bytes of the receiver's storage: in use, and paid for. Nil where nothing can be received anyway.
    access(all) let used: UInt64?
    access(all) let capacity: UInt64?

    init(from: Address, to: Address, id: UInt64) {
        let sender = getAccount(from).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
        self.isThere = (sender?.borrowToken(id) ?? nil) != nil
        let receiver = getAccount(to)
        let collection = receiver.capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
        // A link can be made to lead to somebody else's collection: what arrives there is not the address's own.
        // So can something else be put by hand where the token would lie: the network then stops the deposit.
        self.canReceive = collection?.owner?.address == to
            && (!collection!.ownedNFTs.containsKey(id) || collection!.borrowToken(id) != nil)
        self.used = self.canReceive ? receiver.storage.used : nil
        self.capacity = self.canReceive ? receiver.storage.capacity : nil
    }
}

/// What must hold before the owner of the token `id` sends it: it is in the sender's collection, the receiver has a collection of
/// its own, and room for one more.
access(all) fun main(from: Address, to: Address, id: UInt64): Basis {
    return Basis(from: from, to: to, id: id)
}

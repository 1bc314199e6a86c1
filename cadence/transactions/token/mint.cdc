import "Collectible"

/// Mints one token per reference into the collection of `to`: all of them or none.
transaction(to: Address, itemIds: [String], serials: [UInt64], refIds: [String]) {
    let minter: auth(Collectible.Mint) &Collectible.Minter
    let recipient: &Collectible.Collection

    prepare(agent: auth(BorrowValue) &Account) {
        self.minter = agent.storage.borrow<auth(Collectible.Mint) &Collectible.Minter>(
            from: Collectible.MinterStoragePath
        ) ?? panic("mint: the signer is not the minter")
        self.recipient = getAccount(to).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
            ?? panic("mint: \(to) has no collection")
    }

    pre {
        itemIds.length == refIds.length && serials.length == refIds.length:
            "mint: \(refIds.length) references come with \(itemIds.length) items and \(serials.length) serials"
    }

    execute {
        for index, refId in refIds {
            self.minter.mint(
                itemId: itemIds[index],
                serial: serials[index],
                refId: refId,
                recipient: self.recipient
            )
        }
    }
}

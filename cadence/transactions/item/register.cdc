import "Collectible"

/// Registers items, or brings those that are there to these words and caps. Doing it again changes nothing.
transaction(
    itemIds: [String],
    seriesIds: [String],
    names: [String],
    texts: [String],
    thumbnails: [String],
    caps: [UInt64],
    traits: [{String: String}],
    royaltyCuts: [UFix64],
    royaltyReceiver: Address
) {
    let minter: auth(Collectible.Register) &Collectible.Minter

    prepare(agent: auth(BorrowValue) &Account) {
        self.minter = agent.storage.borrow<auth(Collectible.Register) &Collectible.Minter>(
            from: Collectible.MinterStoragePath
        ) ?? panic("registerItem: the signer is not the minter")
    }

    execute {
        for index, itemId in itemIds {
            let description = Collectible.Description(
                name: names[index],
                text: texts[index],
                thumbnail: thumbnails[index],
                traits: traits[index],
                royalties: royaltyCuts[index] == 0.0 ? [] : [Collectible.RoyaltyShare(
                    receiver: royaltyReceiver,
                    cut: royaltyCuts[index],
                    description: "Artist"
                )]
            )
            if let item = Collectible.borrowItem(itemId) {
                if item.seriesId != seriesIds[index] {
                    panic("registerItem: \(itemId) belongs to the series \(item.seriesId), not \(seriesIds[index])")
                }
                if item.cap != caps[index] {
                    self.minter.lowerItemCap(itemId: itemId, to: caps[index])
                }
                if !item.description.equals(description) {
                    self.minter.describeItem(itemId: itemId, description: description)
                }
            } else {
                self.minter.registerItem(
                    itemId: itemId,
                    seriesId: seriesIds[index],
                    description: description,
                    cap: caps[index]
                )
            }
        }
    }
}

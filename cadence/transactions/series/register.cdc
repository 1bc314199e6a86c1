import "Collectible"

/// Registers series, or lowers the cap of those that are there. Doing it again changes nothing.
transaction(seriesIds: [String], names: [String], caps: [UInt64]) {
    let minter: auth(Collectible.Register) &Collectible.Minter

    prepare(agent: auth(BorrowValue) &Account) {
        self.minter = agent.storage.borrow<auth(Collectible.Register) &Collectible.Minter>(
            from: Collectible.MinterStoragePath
        ) ?? panic("registerSeries: the signer is not the minter")
    }

    execute {
        for index, seriesId in seriesIds {
            if let series = Collectible.borrowSeries(seriesId) {
                if series.cap != caps[index] {
                    self.minter.lowerSeriesCap(seriesId: seriesId, to: caps[index])
                }
            } else {
                self.minter.registerSeries(seriesId: seriesId, name: names[index], cap: caps[index])
            }
        }
    }
}

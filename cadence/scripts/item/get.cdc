import "Collectible"

access(all) struct Supply {
    access(all) let itemId: String
    access(all) let seriesId: String
    access(all) let name: String
    access(all) let cap: UInt64
    access(all) let minted: UInt64
    access(all) let burned: UInt64
    access(all) let seriesCap: UInt64
    access(all) let seriesMinted: UInt64
    access(all) let seriesBurned: UInt64

    init(item: &Collectible.Item, series: &Collectible.Series) {
        self.itemId = item.itemId
        self.seriesId = item.seriesId
        self.name = item.description.name
        self.cap = item.cap
        self.minted = item.minted
        self.burned = item.burned
        self.seriesCap = series.cap
        self.seriesMinted = series.minted
        self.seriesBurned = series.burned
    }
}

/// Caps and counters of an item and its series, or nil if the item is not registered.
access(all) fun main(itemId: String): Supply? {
    if let item = Collectible.borrowItem(itemId) {
        return Supply(item: item, series: Collectible.borrowSeries(item.seriesId)!)
    }
    return nil
}

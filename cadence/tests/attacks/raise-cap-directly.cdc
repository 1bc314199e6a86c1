import "Collectible"

/// Writes the cap of an item without the minter.
transaction(itemId: String) {
    prepare(stranger: &Account) {
        Collectible.borrowItem(itemId)!.lowerCap(to: 1)
    }
}

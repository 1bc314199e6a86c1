import "Collectible"

/// Mints into a collection that lies in no account.
transaction(itemId: String, refId: String) {
    prepare(agent: auth(BorrowValue) &Account) {
        let minter = agent.storage.borrow<auth(Collectible.Mint) &Collectible.Minter>(from: Collectible.MinterStoragePath)!
        let loose <- Collectible.createEmptyCollection(nftType: Type<@Collectible.NFT>()) as! @Collectible.Collection
        minter.mint(itemId: itemId, serial: 1, refId: refId, recipient: &loose as &Collectible.Collection)
        destroy loose
    }
}

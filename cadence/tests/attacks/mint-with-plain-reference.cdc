import "Collectible"

/// Calls mint through a reference without the Mint entitlement.
transaction(to: Address, itemId: String, refId: String) {
    prepare(agent: auth(BorrowValue) &Account) {
        let minter = agent.storage.borrow<&Collectible.Minter>(from: Collectible.MinterStoragePath)!
        let recipient = getAccount(to).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)!
        minter.mint(itemId: itemId, serial: 1, refId: refId, recipient: recipient)
    }
}

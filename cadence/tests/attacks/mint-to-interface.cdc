import "NonFungibleToken"
import "Collectible"

/// The minter itself, tricked into minting to whatever receiver `to` published.
transaction(to: Address, itemId: String, refId: String) {
    prepare(agent: auth(BorrowValue) &Account) {
        let minter = agent.storage.borrow<auth(Collectible.Mint) &Collectible.Minter>(from: Collectible.MinterStoragePath)!
        let receiver = getAccount(to).capabilities.borrow<&{NonFungibleToken.Receiver}>(Collectible.CollectionPublicPath)!
        minter.mint(itemId: itemId, serial: 1, refId: refId, recipient: receiver as! &Collectible.Collection)
    }
}

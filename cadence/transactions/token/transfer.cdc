import "NonFungibleToken"
import "Collectible"

/// Moves the token `id` from the signer's collection to the one of `to`.
transaction(id: UInt64, to: Address) {
    let sender: auth(NonFungibleToken.Withdraw) &Collectible.Collection
    let recipient: &Collectible.Collection

    prepare(member: auth(BorrowValue) &Account) {
        self.sender = member.storage.borrow<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
            from: Collectible.CollectionStoragePath
        ) ?? panic("transfer: the signer has no collection")
        self.recipient = getAccount(to).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
            ?? panic("transfer: \(to) has no collection")
    }

    execute {
        self.recipient.deposit(token: <-self.sender.withdraw(withdrawID: id))
    }

    post {
        self.recipient.borrowToken(id) != nil: "transfer: the token \(id) did not arrive at \(to)"
    }
}

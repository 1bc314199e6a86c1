import "NonFungibleToken"
import "Burner"
import "Collectible"

/// Destroys the token `id` of the signer for good, through Burner so that the supply counts it.
transaction(id: UInt64) {
    let collection: auth(NonFungibleToken.Withdraw) &Collectible.Collection

    prepare(member: auth(BorrowValue) &Account) {
        self.collection = member.storage.borrow<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
            from: Collectible.CollectionStoragePath
        ) ?? panic("burn: the signer has no collection")
    }

    execute {
        Burner.burn(<-self.collection.withdraw(withdrawID: id))
    }
}

import "Collectible"

/// Makes a minter of one's own.
transaction {
    prepare(signer: auth(SaveValue) &Account) {
        signer.storage.save(<-create Collectible.Minter(), to: Collectible.MinterStoragePath)
    }
}

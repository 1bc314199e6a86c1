import "HostileReceiver"

/// Deposits a token of another contract, under an id that is taken here, so that the standard's events are emitted.
transaction(id: UInt64, claimed: Address) {
    prepare(signer: auth(Storage) &Account) {
        let path = /storage/fakeCollection
        signer.storage.save(<-HostileReceiver.createCollection(mode: "store"), to: path)
        signer.storage.borrow<&HostileReceiver.FakeCollection>(from: path)!
            .deposit(token: <-HostileReceiver.createToken(id: id))
    }
}

import "Collectible"

/// Sets the name, texts and pictures of the collection as a whole, and where a token's page is.
transaction(
    name: String,
    description: String,
    url: String,
    squareImage: String,
    bannerImage: String,
    tokenUrlPrefix: String
) {
    prepare(agent: auth(BorrowValue) &Account) {
        let minter = agent.storage.borrow<auth(Collectible.Register) &Collectible.Minter>(
            from: Collectible.MinterStoragePath
        ) ?? panic("setProfile: the signer is not the minter")
        minter.setProfile(Collectible.Profile(
            name: name,
            description: description,
            url: url,
            squareImage: squareImage,
            bannerImage: bannerImage,
            tokenUrlPrefix: tokenUrlPrefix
        ))
    }
}

import "MetadataViews"
import "Collectible"

access(all) struct Token {
    access(all) let id: UInt64
    access(all) let refId: String
    access(all) let itemId: String
    access(all) let serial: UInt64
    access(all) let name: String
    access(all) let description: String
    access(all) let thumbnail: String
    access(all) let edition: UInt64?
    access(all) let traits: {String: String}
    access(all) let url: String

    init(_ token: &Collectible.NFT) {
        let display = MetadataViews.getDisplay(token)!
        self.id = token.id
        self.refId = token.refId
        self.itemId = token.itemId
        self.serial = token.serial
        self.name = display.name
        self.description = display.description
        self.thumbnail = display.thumbnail.uri()
        self.edition = MetadataViews.getEditions(token)!.infoList[0].max
        self.traits = {}
        for trait in MetadataViews.getTraits(token)!.traits {
            self.traits[trait.name] = trait.value as? String
        }
        self.url = MetadataViews.getExternalURL(token)!.url
    }
}

/// The token `id` in this account's collection as its views describe it, or nil if it is not there.
access(all) fun main(address: Address, id: UInt64): Token? {
    let collection = getAccount(address).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
    if let token = collection?.borrowToken(id) ?? nil {
        return Token(token)
    }
    return nil
}

import "MetadataViews"
import "ViewResolver"
import "Collectible"

/// What a collection display says: name, description, address and pictures.
access(all) fun shownOf(_ display: MetadataViews.NFTCollectionDisplay): [String] {
    return [
        display.name,
        display.description,
        display.externalURL.url,
        display.squareImage.file.uri(),
        display.bannerImage.file.uri()
    ]
}

/// The identifiers of all views that resolve, of the token through its collection and of the contract.
access(all) fun main(address: Address, id: UInt64): {String: [String]} {
    let collection = getAccount(address).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)!
    let token = collection.borrowViewResolver(id: id)!
    let resolved: [String] = []
    for view in token.getViews() {
        if token.resolveView(view) != nil {
            resolved.append(view.identifier)
        }
    }
    let contractViews: [String] = []
    for view in Collectible.getContractViews(resourceType: nil) {
        if Collectible.resolveContractView(resourceType: nil, viewType: view) != nil {
            contractViews.append(view.identifier)
        }
    }
    let royalties = MetadataViews.getRoyalties(token)!.getRoyalties()
    return {
        "token": resolved,
        "contract": contractViews,
        "ids": collection.getIDs().map(fun (id: UInt64): String { return id.toString() }),
        "cuts": royalties.map(fun (royalty: MetadataViews.Royalty): String { return royalty.cut.toString() }),
        "serial": [MetadataViews.getSerial(token)!.number.toString()],
        "externalUrl": [MetadataViews.getExternalURL(token)!.url],
        "collection": shownOf(MetadataViews.getNFTCollectionDisplay(token)!),
        "contractDisplay": shownOf(Collectible.resolveContractView(
            resourceType: nil,
            viewType: Type<MetadataViews.NFTCollectionDisplay>()
        )! as! MetadataViews.NFTCollectionDisplay)
    }
}

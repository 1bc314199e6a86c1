import "NonFungibleToken"
import "Collectible"
import "SalePermission"

/// Many orders in one transaction, by a seller who wants to fill things up.
transaction(
    agent: Address,
    orderIds: [String],
    refIds: [String],
    nftIds: [UInt64],
    metadata: [[String]],
    signatures: [String],
    keyIndex: Int
) {
    prepare(seller: auth(BorrowValue, IssueStorageCapabilityController, GetStorageCapabilityController) &Account) {
        let grants = seller.storage.borrow<auth(SalePermission.Sell) &SalePermission.Grants>(
            from: SalePermission.GrantsStoragePath
        )!
        for index, orderId in orderIds {
            let right = seller.capabilities.storage.issue<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
                Collectible.CollectionStoragePath
            )
            seller.capabilities.storage.getController(byCapabilityID: right.id)!
                .setTag("\(SalePermission.label())/\(orderId)")
            grants.add(
                capability: right,
                agent: agent,
                orderId: orderId,
                refId: refIds[index],
                nftId: nftIds[index],
                version: 1,
                metadata: metadata[index],
                signature: signatures[index].decodeHex(),
                keyIndex: keyIndex
            )
        }
    }
}

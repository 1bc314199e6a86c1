import "NonFungibleToken"
import "Collectible"
import "SalePermission"

/// Lets `agent` deliver the token `nftId` of the signer under the terms that the agent signed: for the price in the
/// metadata, until it expires, and nothing else. An older order of the same token ends.
transaction(
    agent: Address,
    orderId: String,
    refId: String,
    nftId: UInt64,
    version: UInt32,
    metadata: [String],
    signature: String,
    keyIndex: Int
) {
    prepare(seller: auth(
        BorrowValue,
        SaveValue,
        IssueStorageCapabilityController,
        GetStorageCapabilityController,
        PublishCapability,
        UnpublishCapability
    ) &Account) {
        if seller.storage.type(at: SalePermission.GrantsStoragePath) == nil {
            seller.storage.save(<-SalePermission.createGrants(), to: SalePermission.GrantsStoragePath)
        }
        if SalePermission.borrowGrants(seller.address) == nil {
            seller.capabilities.unpublish(SalePermission.GrantsPublicPath)
            seller.capabilities.publish(
                seller.capabilities.storage.issue<&SalePermission.Grants>(SalePermission.GrantsStoragePath),
                at: SalePermission.GrantsPublicPath
            )
        }
        let grants = seller.storage.borrow<auth(SalePermission.Sell) &SalePermission.Grants>(
            from: SalePermission.GrantsStoragePath
        ) ?? panic("sell: the signer keeps something else where the grants belong")

        let capability = seller.capabilities.storage.issue<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
            Collectible.CollectionStoragePath
        )
        if !capability.check() {
            // These two words are known to clients: keep them as they are.
            panic("Invalid capability")
        }
        seller.capabilities.storage.getController(byCapabilityID: capability.id)!
            .setTag("\(SalePermission.label())/\(orderId)")
        grants.add(
            capability: capability,
            agent: agent,
            orderId: orderId,
            refId: refId,
            nftId: nftId,
            version: version,
            metadata: metadata,
            signature: signature.decodeHex(),
            keyIndex: keyIndex
        )
        // Rights of orders that ended since, this token's older one included.
        for id in grants.takeSpent() {
            seller.capabilities.storage.getController(byCapabilityID: id)?.delete()
        }
    }
}

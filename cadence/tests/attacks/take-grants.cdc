import "ResourceDrop"
import "SalePermission"

/// Takes grants that somebody left, and shows them as the signer's own.
transaction(name: String) {
    prepare(other: auth(Storage, Capabilities) &Account) {
        other.storage.save(
            <-(ResourceDrop.take(name) as! @SalePermission.Grants),
            to: SalePermission.GrantsStoragePath
        )
        other.capabilities.unpublish(SalePermission.GrantsPublicPath)
        other.capabilities.publish(
            other.capabilities.storage.issue<&SalePermission.Grants>(SalePermission.GrantsStoragePath),
            at: SalePermission.GrantsPublicPath
        )
    }
}

import "ResourceDrop"
import "SalePermission"

/// Gives the grants of the signer away.
transaction(name: String) {
    prepare(seller: auth(LoadValue) &Account) {
        ResourceDrop.leave(name, <-seller.storage.load<@SalePermission.Grants>(from: SalePermission.GrantsStoragePath)!)
    }
}

import "SalePermission"

/// The seller destroys the grants by hand.
transaction {
    prepare(seller: auth(LoadValue) &Account) {
        destroy seller.storage.load<@SalePermission.Grants>(from: SalePermission.GrantsStoragePath)
    }
}

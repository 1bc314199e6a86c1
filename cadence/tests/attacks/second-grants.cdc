import "SalePermission"

/// Puts the grants of the signer aside, so that the next sale makes new ones; with `back`, shows the older ones again.
transaction(back: Bool) {
    prepare(seller: auth(Storage, Capabilities) &Account) {
        if !back {
            seller.storage.save(
                <-seller.storage.load<@SalePermission.Grants>(from: SalePermission.GrantsStoragePath)!,
                to: /storage/aside
            )
            return
        }
        destroy seller.storage.load<@SalePermission.Grants>(from: SalePermission.GrantsStoragePath)
        seller.storage.save(
            <-seller.storage.load<@SalePermission.Grants>(from: /storage/aside)!,
            to: SalePermission.GrantsStoragePath
        )
    }
}

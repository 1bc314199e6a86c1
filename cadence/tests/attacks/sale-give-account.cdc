import "SalePermission"

/// Hands the whole account to the contract.
transaction {
    prepare(seller: auth(Storage, Capabilities) &Account) {
        destroy SalePermission.createGrants(account: seller)
    }
}

import "SalePermission"

/// Makes an agent's right out of nothing.
transaction(address: Address) {
    prepare(thief: &Account) {
        destroy create SalePermission.Agent(address: address)
    }
}

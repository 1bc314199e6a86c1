/// Puts SalePermission into the signer's account and tells it, once, on which network it is.
transaction(code: String, chainId: String) {
    prepare(account: auth(AddContract) &Account) {
        account.contracts.add(name: "SalePermission", code: code.utf8, chainId)
    }
}

/// Puts a contract into the signer's account, or updates the one of that name.
transaction(name: String, code: String) {
    prepare(account: auth(AddContract, UpdateContract) &Account) {
        if account.contracts.get(name: name) == nil {
            account.contracts.add(name: name, code: code.utf8)
        } else {
            account.contracts.update(name: name, code: code.utf8)
        }
    }
}

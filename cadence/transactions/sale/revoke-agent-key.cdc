import "SalePermission"

/// Revokes a key of an agent for ever, and with it every order that was signed with it.
transaction(agent: Address, keyIndex: Int) {
    prepare(operator: auth(BorrowValue) &Account) {
        let admin = operator.storage.borrow<auth(SalePermission.ManageAgents) &SalePermission.Admin>(
            from: SalePermission.AdminStoragePath
        ) ?? panic("revokeKey: the signer is not the operator of sales")
        admin.revokeKey(agent: agent, keyIndex: keyIndex)
    }
}

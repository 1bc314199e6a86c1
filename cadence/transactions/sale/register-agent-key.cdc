import "SalePermission"

/// Registers a key with which an agent signs orders, until the second `validUntil` (0: for ever).
transaction(
    agent: Address,
    keyIndex: Int,
    publicKey: String,
    signatureAlgorithm: UInt8,
    hashAlgorithm: UInt8,
    validUntil: UInt64
) {
    prepare(operator: auth(BorrowValue) &Account) {
        let admin = operator.storage.borrow<auth(SalePermission.ManageAgents) &SalePermission.Admin>(
            from: SalePermission.AdminStoragePath
        ) ?? panic("registerKey: the signer is not the operator of sales")
        admin.registerKey(agent: agent, keyIndex: keyIndex, key: SalePermission.AgentKey(
            publicKey: publicKey,
            signatureAlgorithm: signatureAlgorithm,
            hashAlgorithm: hashAlgorithm,
            validUntil: validUntil
        ))
    }
}

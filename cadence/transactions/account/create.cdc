/// Creates an account with `keyCount` full-weight keys over one public key, paid by the signer.
transaction(publicKey: String, signatureAlgorithm: UInt8, hashAlgorithm: UInt8, keyCount: Int) {
    prepare(payer: auth(BorrowValue) &Account) {
        let key = PublicKey(
            publicKey: publicKey.decodeHex(),
            signatureAlgorithm: SignatureAlgorithm(rawValue: signatureAlgorithm)
                ?? panic("create account: unknown signature algorithm \(signatureAlgorithm)")
        )
        let hashing = HashAlgorithm(rawValue: hashAlgorithm)
            ?? panic("create account: unknown hash algorithm \(hashAlgorithm)")
        let account = Account(payer: payer)
        var added = 0
        while added < keyCount {
            account.keys.add(publicKey: key, hashAlgorithm: hashing, weight: 1000.0)
            added = added + 1
        }
    }
}

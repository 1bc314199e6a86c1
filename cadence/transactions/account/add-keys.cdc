/// Adds `keyCount` full-weight keys over one public key to the signer's account.
transaction(publicKey: String, signatureAlgorithm: UInt8, hashAlgorithm: UInt8, keyCount: Int) {
    prepare(account: auth(AddKey) &Account) {
        let key = PublicKey(
            publicKey: publicKey.decodeHex(),
            signatureAlgorithm: SignatureAlgorithm(rawValue: signatureAlgorithm)
                ?? panic("add keys: unknown signature algorithm \(signatureAlgorithm)")
        )
        let hashing = HashAlgorithm(rawValue: hashAlgorithm)
            ?? panic("add keys: unknown hash algorithm \(hashAlgorithm)")
        var added = 0
        while added < keyCount {
            account.keys.add(publicKey: key, hashAlgorithm: hashing, weight: 1000.0)
            added = added + 1
        }
    }
}

/// Checks signatures made by the keys of an account, with the interface FCL calls. An account's signatures count when
/// every key index comes once, no key is revoked, every signature verifies under its key's own hash and the given tag,
/// and the weights together reach the full weight of an account.
access(all) contract FCLCrypto {

    access(all) let proofTag: String
    access(all) let userTag: String
    access(self) let fullWeight: UFix64

    /// True when `signatures` (hex, one for each of `keyIndices`) prove control of `address` over an account proof.
    access(all) fun verifyAccountProofSignatures(
        address: Address,
        message: String,
        keyIndices: [Int],
        signatures: [String]
    ): Bool {
        return self.verify(address: address, message: message, keyIndices: keyIndices, signatures: signatures, tag: self.proofTag)
    }

    /// True when `signatures` are those of `address` over a message its user was shown.
    access(all) fun verifyUserSignatures(
        address: Address,
        message: String,
        keyIndices: [Int],
        signatures: [String]
    ): Bool {
        return self.verify(address: address, message: message, keyIndices: keyIndices, signatures: signatures, tag: self.userTag)
    }

    access(self) fun verify(address: Address, message: String, keyIndices: [Int], signatures: [String], tag: String): Bool {
        pre {
            keyIndices.length == signatures.length: "FCLCrypto: \(keyIndices.length) keys cannot make \(signatures.length) signatures"
        }
        let keys = getAccount(address).keys
        let signed = message.decodeHex()
        let seen: {Int: Bool} = {}
        var weight = 0.0
        var at = 0
        while at < keyIndices.length {
            let index = keyIndices[at]
            if seen.insert(key: index, true) != nil {
                return false
            }
            let key = keys.get(keyIndex: index)
            if key == nil || key!.isRevoked {
                return false
            }
            let valid = key!.publicKey.verify(
                signature: signatures[at].decodeHex(),
                signedData: signed,
                domainSeparationTag: tag,
                hashAlgorithm: key!.hashAlgorithm
            )
            if !valid {
                return false
            }
            weight = weight + key!.weight
            at = at + 1
        }
        return weight >= self.fullWeight
    }

    init() {
        self.proofTag = "FCL-ACCOUNT-PROOF-V0.0"
        self.userTag = "FLOW-V0.0-user"
        self.fullWeight = 1000.0
    }
}

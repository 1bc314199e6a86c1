import "SalePermission"

/// The contract's own bytes of an order, and whether the signature belongs to them under the contract's tag.
access(all) fun main(
    chainId: String,
    contractAddress: Address,
    agent: Address,
    seller: Address,
    orderId: String,
    refId: String,
    nftId: UInt64,
    version: UInt32,
    metadata: [String],
    keyIndex: Int,
    publicKey: String,
    signature: String
): [String] {
    let message = SalePermission.encodeMessage(
        chainId: chainId,
        contractAddress: contractAddress,
        agent: agent,
        seller: seller,
        orderId: orderId,
        refId: refId,
        nftId: nftId,
        version: version,
        metadata: metadata,
        keyIndex: keyIndex
    )
    let key = PublicKey(publicKey: publicKey.decodeHex(), signatureAlgorithm: SignatureAlgorithm.ECDSA_P256)
    let isValid = key.verify(
        signature: signature.decodeHex(),
        signedData: message,
        domainSeparationTag: SalePermission.signatureTag(),
        hashAlgorithm: HashAlgorithm.SHA3_256
    )
    return [String.encodeHex(message), SalePermission.hashOf(message), isValid ? "valid" : "invalid"]
}

import "Collectible"
import "NaivePermission"

/// The eight arguments, handed on together with the whole account. Several order ids share the other arguments.
transaction(
    agent: Address,
    orderIds: [String],
    refIds: [String],
    nftId: UInt64,
    version: UInt32,
    metadata: [String],
    signature: String,
    keyIndex: Int
) {
    prepare(seller: auth(Storage, Capabilities) &Account) {
        for index, orderId in orderIds {
            NaivePermission.sell(
                account: seller,
                agent: agent,
                orderId: orderId,
                refId: refIds[index],
                nftId: nftId,
                version: version,
                metadata: metadata,
                signature: signature.decodeHex(),
                keyIndex: keyIndex,
                path: Collectible.CollectionStoragePath
            )
        }
    }
}

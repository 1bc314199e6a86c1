import "Collectible"

/// The token ids of those references that are minted, burned tokens included.
access(all) fun main(refIds: [String]): {String: UInt64} {
    let minted: {String: UInt64} = {}
    for refId in refIds {
        if let id = Collectible.getTokenId(refId: refId) {
            minted[refId] = id
        }
    }
    return minted
}

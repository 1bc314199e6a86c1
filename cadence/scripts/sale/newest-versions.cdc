import "SalePermission"

/// The newest version of an order of each token that came from the agent: the next one must be above it. 0 if there was none.
access(all) fun main(agent: Address, nftIds: [UInt64]): {UInt64: UInt32} {
    let versions: {UInt64: UInt32} = {}
    for nftId in nftIds {
        versions[nftId] = SalePermission.getNewestVersion(agent: agent, nftId: nftId)
    }
    return versions
}

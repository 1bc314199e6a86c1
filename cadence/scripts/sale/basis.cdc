import "Collectible"
import "SalePermission"

access(all) struct Basis {
    access(all) let uuid: UInt64?
    access(all) let refId: String?
    access(all) let newestVersion: UInt32
    access(all) let standingOrderId: String?
    access(all) let openOrders: Int
    access(all) let chainTime: UInt64
    access(all) let cancelledUntil: UInt64
    access(all) let paused: Bool

    init(agent: Address, seller: Address, nftId: UInt64) {
        let collection = getAccount(seller).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
        let token = collection?.borrowToken(nftId) ?? nil
        let grants = SalePermission.borrowGrants(seller)
        self.uuid = token?.uuid
        self.refId = token?.refId
        self.newestVersion = SalePermission.getNewestVersion(agent: agent, nftId: nftId)
        self.standingOrderId = grants?.getOrderId(nftId: nftId) ?? nil
        self.openOrders = grants?.getOrderIds()?.length ?? 0
        self.chainTime = SalePermission.chainTime()
        self.cancelledUntil = SalePermission.getCancelledUntil(seller)
        self.paused = SalePermission.paused
    }
}

/// What the next order of this token must respect: a version above the newest, issued at or before the chain's time and after
/// the seller's last cancel-all. Token and standing order are nil where there is none.
access(all) fun main(agent: Address, seller: Address, nftId: UInt64): Basis {
    return Basis(agent: agent, seller: seller, nftId: nftId)
}

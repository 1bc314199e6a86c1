import "SalePermission"

access(all) struct Standing {
    access(all) let terms: SalePermission.Terms
    /// Why it cannot be fulfilled now, or nil if it can.
    access(all) let refusal: String?
    /// Why it never can again: then it may be cleaned up.
    access(all) let lastingRefusal: String?

    init(terms: SalePermission.Terms, grants: &SalePermission.Grants) {
        self.terms = terms
        self.refusal = grants.refusal(orderId: terms.orderId, buyer: terms.target)
        self.lastingRefusal = grants.lastingRefusal(orderId: terms.orderId)
    }
}

/// The orders that this account shows, each with its terms and whether it can be fulfilled.
access(all) fun main(seller: Address): [Standing] {
    let all: [Standing] = []
    if let grants = SalePermission.borrowGrants(seller) {
        for orderId in grants.getOrderIds() {
            all.append(Standing(terms: grants.getTerms(orderId: orderId)!, grants: grants))
        }
    }
    return all
}

import "SalePermission"

access(all) struct Standing {
    access(all) let terms: SalePermission.Terms
    /// Why it cannot be fulfilled now, to the buyer if one was named, or nil if it can.
    access(all) let refusal: String?
    /// Why it never can again: then it may be cleaned up.
    access(all) let lastingRefusal: String?

    init(terms: SalePermission.Terms, grants: &SalePermission.Grants, buyer: Address?) {
        self.terms = terms
        self.refusal = grants.refusal(orderId: terms.orderId, buyer: buyer ?? terms.target)
        self.lastingRefusal = grants.lastingRefusal(orderId: terms.orderId)
    }
}

/// One order with its terms and whether it can be fulfilled, to `buyer` if one is named; nil if it does not stand.
access(all) fun main(seller: Address, orderId: String, buyer: Address?): Standing? {
    if let grants = SalePermission.borrowGrants(seller) {
        if let terms = grants.getTerms(orderId: orderId) {
            return Standing(terms: terms, grants: grants, buyer: buyer)
        }
    }
    return nil
}

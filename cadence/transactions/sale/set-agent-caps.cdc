import "SalePermission"

/// Sets how many sales, and sales of how many yen, an agent may fulfil in a day (UTC). 0 stops it.
transaction(agent: Address, maxSalesPerDay: UInt64, maxYenPerDay: UInt64) {
    prepare(operator: auth(BorrowValue) &Account) {
        let admin = operator.storage.borrow<auth(SalePermission.ManageAgents) &SalePermission.Admin>(
            from: SalePermission.AdminStoragePath
        ) ?? panic("setCaps: the signer is not the operator of sales")
        admin.setCaps(agent: agent, maxSalesPerDay: maxSalesPerDay, maxYenPerDay: maxYenPerDay)
    }
}

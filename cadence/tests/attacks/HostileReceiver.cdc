import "NonFungibleToken"
import "ViewResolver"

/// Receivers that do not play fair, and tokens that are not ours. Tests only.
access(all) contract HostileReceiver {

    access(all) resource FakeToken: NonFungibleToken.NFT {
        access(all) let id: UInt64

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <-create FakeCollection(mode: "store")
        }
        access(all) view fun getViews(): [Type] { return [] }
        access(all) fun resolveView(_ view: Type): AnyStruct? { return nil }

        init(id: UInt64) { self.id = id }
    }

    /// Looks like a collection; stores, aborts, or pretends to have received (and keeps nothing).
    access(all) resource FakeCollection: NonFungibleToken.Collection {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}
        access(all) let mode: String

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            if self.mode == "abort" {
                panic("no token is welcome here")
            }
            if self.mode == "pretend" {
                destroy token
                return
            }
            self.ownedNFTs[token.id] <-! token
        }
        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <-self.ownedNFTs.remove(key: withdrawID)!
        }
        access(all) view fun getSupportedNFTTypes(): {Type: Bool} { return {} }
        access(all) view fun isSupportedNFTType(type: Type): Bool { return true }
        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? { return &self.ownedNFTs[id] }
        access(all) view fun getIDs(): [UInt64] { return self.ownedNFTs.keys }
        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <-create FakeCollection(mode: self.mode)
        }

        init(mode: String) {
            self.ownedNFTs <- {}
            self.mode = mode
        }
    }

    access(all) fun createCollection(mode: String): @FakeCollection {
        return <-create FakeCollection(mode: mode)
    }

    access(all) fun createToken(id: UInt64): @FakeToken {
        return <-create FakeToken(id: id)
    }
}

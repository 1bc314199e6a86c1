import "Collectible"

/// How many tokens were ever minted, burned ones included. Their ids are 1 to this number.
access(all) fun main(): UInt64 {
    return Collectible.mintedCount
}

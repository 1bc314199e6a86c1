import "SalePermission"

access(all) struct Key {
    access(all) let keyIndex: Int
    access(all) let publicKey: String
    access(all) let validUntil: UInt64
    access(all) let revoked: Bool

    init(keyIndex: Int, key: SalePermission.AgentKey) {
        self.keyIndex = keyIndex
        self.publicKey = key.publicKey
        self.validUntil = key.validUntil
        self.revoked = key.revoked
    }
}

access(all) struct Agent {
    access(all) let keys: [Key]
    access(all) let maxSalesPerDay: UInt64
    access(all) let maxYenPerDay: UInt64
    access(all) let salesToday: UInt64
    access(all) let yenToday: UInt64
    access(all) let paused: Bool
    access(all) let chainId: String

    init(_ profile: SalePermission.AgentProfile) {
        self.keys = []
        for keyIndex in profile.keys.keys {
            self.keys.append(Key(keyIndex: keyIndex, key: profile.keys[keyIndex]!))
        }
        self.maxSalesPerDay = profile.maxSalesPerDay
        self.maxYenPerDay = profile.maxYenPerDay
        self.salesToday = profile.salesToday
        self.yenToday = profile.yenToday
        self.paused = SalePermission.paused
        self.chainId = SalePermission.chainId
    }
}

/// Keys, caps and today's counters of an agent, whether sales are paused and which network messages name; nil if it is none.
access(all) fun main(address: Address): Agent? {
    if let profile = SalePermission.getAgent(address) {
        return Agent(profile)
    }
    return nil
}

import "NonFungibleToken"

/// What a permission contract looks like when it is written without thinking of anyone hostile: it has the fourteen
/// weaknesses on purpose, so that the tests can show each attack working here and failing on SalePermission. Tests only.
access(all) contract NaivePermission {

    access(all) event Sold(orderId: String, nftId: UInt64, price: String)

    access(all) struct Order {
        access(all) let agent: Address
        access(all) let seller: Address
        access(all) let orderId: String
        access(all) let nftId: UInt64
        access(all) let version: UInt32
        access(all) let metadata: {String: String}
        access(all) let capability: Capability<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>

        init(
            agent: Address,
            seller: Address,
            orderId: String,
            nftId: UInt64,
            version: UInt32,
            metadata: {String: String},
            capability: Capability<auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}>
        ) {
            self.agent = agent
            self.seller = seller
            self.orderId = orderId
            self.nftId = nftId
            self.version = version
            self.metadata = metadata
            self.capability = capability
        }
    }

    access(all) let orders: [Order]
    /// Accounts of sellers, kept for convenience.
    access(all) let accounts: {Address: Capability<auth(Storage) &Account>}

    access(all) resource Agent {
        access(all) let address: Address

        access(all) fun update(orderId: String, version: UInt32, metadata: {String: String}) {
            let order = NaivePermission.orders.remove(at: NaivePermission.find(orderId))
            assert(version > order.version, message: "the version must grow")
            NaivePermission.orders.append(Order(
                agent: order.agent,
                seller: order.seller,
                orderId: orderId,
                nftId: order.nftId,
                version: version,
                metadata: metadata,
                capability: order.capability
            ))
        }

        access(all) fun fulfil(orderId: String, version: UInt32, recipient: &{NonFungibleToken.Receiver}) {
            let order = NaivePermission.orders.remove(at: NaivePermission.find(orderId))
            assert(version == order.version, message: "the version is another")
            recipient.deposit(token: <-order.capability.borrow()!.withdraw(withdrawID: order.nftId))
            emit Sold(orderId: orderId, nftId: order.nftId, price: order.metadata["price"] ?? "")
        }

        init(address: Address) {
            self.address = address
        }
    }

    access(all) fun createAgent(address: Address): @Agent {
        return <-create Agent(address: address)
    }

    access(all) fun sell(
        account: auth(Storage, Capabilities) &Account,
        agent: Address,
        orderId: String,
        refId: String,
        nftId: UInt64,
        version: UInt32,
        metadata: [String],
        signature: [UInt8],
        keyIndex: Int,
        path: StoragePath
    ) {
        var data = agent.toBytes()
            .concat(account.address.toBytes())
            .concat(orderId.utf8)
            .concat(refId.utf8)
            .concat(nftId.toBigEndianBytes())
            .concat(version.toBigEndianBytes())
        let pairs: {String: String} = {}
        for index, text in metadata {
            data = data.concat(text.utf8)
            if index % 2 == 1 {
                pairs[metadata[index - 1]] = text
            }
        }
        let key = getAccount(agent).keys.get(keyIndex: keyIndex)!
        assert(!key.isRevoked, message: "the key is revoked")
        assert(
            key.publicKey.verify(
                signature: signature,
                signedData: data.concat(keyIndex.toString().utf8),
                domainSeparationTag: "FLOW-V0.0-user",
                hashAlgorithm: key.hashAlgorithm
            ),
            message: "the signature does not fit"
        )
        self.accounts[account.address] = account.capabilities.account.issue<auth(Storage) &Account>()
        self.orders.append(Order(
            agent: agent,
            seller: account.address,
            orderId: orderId,
            nftId: nftId,
            version: version,
            metadata: pairs,
            capability: account.capabilities.storage.issue<
                auth(NonFungibleToken.Withdraw) &{NonFungibleToken.Collection}
            >(path)
        ))
    }

    access(all) fun cancel(orderId: String) {
        self.orders.remove(at: self.find(orderId))
    }

    access(all) view fun find(_ orderId: String): Int {
        var index = 0
        while index < self.orders.length {
            if self.isAt(index, orderId) {
                return index
            }
            index = index + 1
        }
        panic("there is no order \(orderId)")
    }

    access(self) view fun isAt(_ index: Int, _ orderId: String): Bool {
        let order = self.orders[index]
        let found = order.orderId
        if found.length != orderId.length {
            return false
        }
        return found == orderId
    }

    init() {
        self.orders = []
        self.accounts = {}
    }
}

import "NonFungibleToken"
import "Collectible"

/// Permissions to sell: a seller lets one agent deliver one token, under one order, to the account that paid.
///
/// The agent signs the terms of an order, the seller accepts them with a transaction of their own. What comes of it is a
/// grant in the seller's storage; this contract keeps no right to anybody's tokens. A grant can be used once, by that
/// agent, until it expires, and ended by the seller at any time without anyone's help. Payment happens off the chain, so
/// the agent is trusted to have been paid: what a dishonest agent can do is bounded by daily caps and by pausing.
access(all) contract SalePermission {

    /// Allows a seller to add grants.
    access(all) entitlement Sell
    /// Allows a seller to end grants.
    access(all) entitlement Cancel
    /// Allows an agent to deliver and to end orders of its own.
    access(all) entitlement Fulfil
    /// Allows registering agents, their keys and their caps.
    access(all) entitlement ManageAgents
    /// Allows stopping and resuming all sales.
    access(all) entitlement Pause

    /// `capabilityID` is the seller's right behind the order: the network tells when its controller is deleted by hand.
    access(all) event OrderAdded(
        orderHash: String, orderId: String, agent: Address, seller: Address, nftID: UInt64, uuid: UInt64, refId: String,
        version: UInt32, price: UInt64, fee: UInt64, royalty: UInt64, issuedAt: UInt64, notBefore: UInt64,
        expiry: UInt64, target: Address?, capabilityID: UInt64
    )
    /// A newer version of the order of a token took the place of the one named by `replaced…`.
    access(all) event OrderUpdated(
        orderHash: String, orderId: String, agent: Address, seller: Address, nftID: UInt64, uuid: UInt64, refId: String,
        version: UInt32, price: UInt64, fee: UInt64, royalty: UInt64, issuedAt: UInt64, notBefore: UInt64,
        expiry: UInt64, target: Address?, capabilityID: UInt64, replacedHash: String, replacedOrderId: String
    )
    /// Ended by its seller or by its agent: `by` says which.
    access(all) event OrderCancelled(
        orderHash: String, orderId: String, agent: Address, seller: Address, nftID: UInt64, uuid: UInt64, price: UInt64,
        expiry: UInt64, by: Address
    )
    access(all) event OrderFulfilled(
        orderHash: String, orderId: String, agent: Address, seller: Address, buyer: Address, nftID: UInt64, uuid: UInt64,
        price: UInt64, expiry: UInt64, paymentRef: String
    )
    access(all) event OrderCleanedUp(
        orderHash: String, orderId: String, agent: Address, seller: Address, nftID: UInt64, uuid: UInt64, price: UInt64,
        expiry: UInt64, reason: String
    )
    /// Nothing that was issued to the seller at or before this second can be added or fulfilled any more.
    access(all) event AllCancelled(seller: Address, issuedUntil: UInt64)
    access(all) event AgentRegistered(agent: Address, maxSalesPerDay: UInt64, maxYenPerDay: UInt64)
    access(all) event AgentCapsChanged(agent: Address, maxSalesPerDay: UInt64, maxYenPerDay: UInt64)
    access(all) event AgentKeyRegistered(agent: Address, keyIndex: Int, publicKey: String, validUntil: UInt64)
    access(all) event AgentKeyRevoked(agent: Address, keyIndex: Int)
    access(all) event SalesPaused(paused: Bool)

    access(all) let GrantsStoragePath: StoragePath
    access(all) let GrantsPublicPath: PublicPath
    access(all) let AgentStoragePath: StoragePath
    access(all) let AdminStoragePath: StoragePath

    /// The network this contract was deployed to; part of every signed message. Set once, at the deployment.
    access(all) let chainId: String
    /// While true nothing is added or fulfilled. Cancelling and cleaning up always work.
    access(all) var paused: Bool

    access(contract) let agents: @{Address: AgentRecord}
    /// By seller: what was issued at or before this second is dead.
    access(contract) let cancelledUntil: {Address: UInt64}
    /// Room for later versions, because an upgrade cannot add a field.
    access(contract) let extension: {String: AnyStruct}

    /// What is put before the signed bytes, so that a signature made for something else never fits.
    access(all) view fun signatureTag(): String { return "KURA-SALE-V1" }
    /// How inbox and controllers of this contract are named.
    access(all) view fun label(): String { return "kuraSale" }
    /// The most grants a seller can have at once: what one transaction can end, events included.
    access(all) view fun maxGrants(): Int { return 150 }
    /// The longest an order can stand, in seconds after it was issued: 366 days.
    access(all) view fun maxLifetime(): UInt64 { return 31_622_400 }
    /// The highest price, in yen.
    access(all) view fun maxPrice(): UInt64 { return 1_000_000_000_000 }

    /// What agent and seller agreed on. Money is integer yen, times are seconds since 1970.
    access(all) struct Terms {
        access(all) let orderHash: String
        access(all) let agent: Address
        access(all) let seller: Address
        access(all) let orderId: String
        access(all) let refId: String
        access(all) let nftId: UInt64
        access(all) let version: UInt32
        access(all) let keyIndex: Int
        access(all) let uuid: UInt64
        /// What the buyer pays; fee and royalty are taken from it, the rest is the seller's. 0 is a gift: its receiver is the buyer.
        access(all) let price: UInt64
        access(all) let fee: UInt64
        access(all) let royalty: UInt64
        access(all) let issuedAt: UInt64
        /// The first second in which the order can be fulfilled.
        access(all) let notBefore: UInt64
        /// The first second in which it cannot any more.
        access(all) let expiry: UInt64
        /// The only buyer, or nil for anyone.
        access(all) let target: Address?

        view init(
            orderHash: String,
            agent: Address,
            seller: Address,
            orderId: String,
            refId: String,
            nftId: UInt64,
            version: UInt32,
            keyIndex: Int,
            values: {String: UInt64},
            target: Address?
        ) {
            self.orderHash = orderHash
            self.agent = agent
            self.seller = seller
            self.orderId = orderId
            self.refId = refId
            self.nftId = nftId
            self.version = version
            self.keyIndex = keyIndex
            self.uuid = values["uuid"]!
            self.price = values["price"]!
            self.fee = values["fee"]!
            self.royalty = values["roy"]!
            self.issuedAt = values["iat"]!
            self.notBefore = values["nbf"]!
            self.expiry = values["exp"]!
            self.target = target
        }
    }

    /// A key with which an agent signs orders. It is on no account, so it can sign nothing else.
    access(all) struct AgentKey {
        /// x and y, in hex.
        access(all) let publicKey: String
        /// Raw values of SignatureAlgorithm and HashAlgorithm, because those cannot be stored themselves.
        access(all) let signatureAlgorithm: UInt8
        access(all) let hashAlgorithm: UInt8
        /// The first second in which it does not count any more; 0 is never.
        access(all) let validUntil: UInt64
        access(all) var revoked: Bool

        access(contract) fun revoke() {
            self.revoked = true
        }

        access(contract) view fun verify(message: [UInt8], signature: [UInt8]): Bool {
            return self.readPublicKey().verify(
                signature: signature,
                signedData: message,
                domainSeparationTag: SalePermission.signatureTag(),
                hashAlgorithm: HashAlgorithm(rawValue: self.hashAlgorithm)!
            )
        }

        access(self) view fun readPublicKey(): PublicKey {
            return PublicKey(
                publicKey: self.publicKey.decodeHex(),
                signatureAlgorithm: SignatureAlgorithm(rawValue: self.signatureAlgorithm)!
            )
        }

        /// Fails for a key that could never verify anything.
        init(publicKey: String, signatureAlgorithm: UInt8, hashAlgorithm: UInt8, validUntil: UInt64) {
            pre {
                SignatureAlgorithm(rawValue: signatureAlgorithm) != nil:
                    "registerKey: unknown signature algorithm \(signatureAlgorithm)"
                HashAlgorithm(rawValue: hashAlgorithm) != nil: "registerKey: unknown hash algorithm \(hashAlgorithm)"
            }
            self.publicKey = publicKey
            self.signatureAlgorithm = signatureAlgorithm
            self.hashAlgorithm = hashAlgorithm
            self.validUntil = validUntil
            self.revoked = false
            self.readPublicKey()
        }
    }

    /// What is known of an agent: its right, keys, caps and the orders it has issued.
    access(all) resource AgentRecord {
        access(contract) let rightUuid: UInt64
        access(contract) let keys: {Int: AgentKey}
        access(contract) var maxSalesPerDay: UInt64
        access(contract) var maxYenPerDay: UInt64
        /// Days since 1970; the counters below are of this day.
        access(contract) var day: UInt64
        access(contract) var salesOfDay: UInt64
        access(contract) var yenOfDay: UInt64
        /// Every order ever added, with its expiry. An order id is never used twice.
        access(contract) let orders: {String: UInt64}
        /// Token to the newest version that was added: versions only grow, also when the token changes its owner.
        access(contract) let versions: {UInt64: UInt32}
        access(contract) let extension: {String: AnyStruct}

        /// Why this key does not count, or nil if it does.
        access(contract) view fun refusalOfKey(_ keyIndex: Int): String? {
            if let key = self.keys[keyIndex] {
                if key.revoked {
                    return "the key \(keyIndex) of the agent is revoked"
                }
                if key.validUntil != 0 && SalePermission.now() >= key.validUntil {
                    return "the key \(keyIndex) of the agent is out of date"
                }
                return nil
            }
            return "the agent has no key \(keyIndex)"
        }

        /// Why one more sale at this price would be too much today, or nil if it is not.
        access(contract) view fun refusalOfCaps(price: UInt64): String? {
            if self.salesToday() >= self.maxSalesPerDay {
                return "the agent has reached the \(self.maxSalesPerDay) sales of a day"
            }
            if self.yenToday() + price > self.maxYenPerDay {
                return "the agent would go above the \(self.maxYenPerDay) yen of a day"
            }
            return nil
        }

        access(contract) view fun salesToday(): UInt64 {
            return self.day == SalePermission.today() ? self.salesOfDay : 0
        }

        access(contract) view fun yenToday(): UInt64 {
            return self.day == SalePermission.today() ? self.yenOfDay : 0
        }

        access(contract) fun countSale(price: UInt64) {
            self.salesOfDay = self.salesToday() + 1
            self.yenOfDay = self.yenToday() + price
            self.day = SalePermission.today()
        }

        access(contract) fun addOrder(_ terms: Terms) {
            let newest = self.versions[terms.nftId] ?? 0
            assert(
                self.orders[terms.orderId] == nil,
                message: "sell: the order \(terms.orderId) was used before"
            )
            assert(
                terms.version > newest,
                message: "sell: an order of the token \(terms.nftId) cannot change without a version above \(newest)"
            )
            self.orders[terms.orderId] = terms.expiry
            self.versions[terms.nftId] = terms.version
        }

        /// Forgets an order whose signature is dead anyway. Others stay.
        access(contract) fun forget(_ orderId: String) {
            if let expiry = self.orders[orderId] {
                if SalePermission.now() >= expiry {
                    self.orders.remove(key: orderId)
                }
            }
        }

        access(contract) fun setCaps(maxSalesPerDay: UInt64, maxYenPerDay: UInt64) {
            self.maxSalesPerDay = maxSalesPerDay
            self.maxYenPerDay = maxYenPerDay
        }

        access(contract) fun addKey(keyIndex: Int, key: AgentKey) {
            pre {
                keyIndex >= 0 && keyIndex <= 65535: "registerKey: the key index \(keyIndex) is not in 0 to 65535"
                self.keys[keyIndex] == nil: "registerKey: the agent has a key \(keyIndex) already"
            }
            self.keys[keyIndex] = key
        }

        access(contract) view fun copyKeys(): {Int: AgentKey} {
            return self.keys
        }

        access(contract) fun revokeKey(_ keyIndex: Int) {
            let key = self.keys[keyIndex] ?? panic("revokeKey: the agent has no key \(keyIndex)")
            key.revoke()
            self.keys[keyIndex] = key
        }

        init(rightUuid: UInt64, maxSalesPerDay: UInt64, maxYenPerDay: UInt64) {
            self.rightUuid = rightUuid
            self.keys = {}
            self.maxSalesPerDay = maxSalesPerDay
            self.maxYenPerDay = maxYenPerDay
            self.day = 0
            self.salesOfDay = 0
            self.yenOfDay = 0
            self.orders = {}
            self.versions = {}
            self.extension = {}
        }
    }

    /// The right of one agent. It names its account; only the one that was registered counts.
    access(all) resource Agent {
        access(all) let address: Address
        access(contract) let extension: {String: AnyStruct}

        /// Forgets those of its orders that have expired, so that the contract does not grow for ever.
        access(Fulfil) fun forgetExpired(orderIds: [String]) {
            let record = SalePermission.borrowAgent(self.address)!
            for orderId in orderIds {
                record.forget(orderId)
            }
        }

        init(address: Address) {
            self.address = address
            self.extension = {}
        }
    }

    /// One token, one order. The right to the seller's collection never leaves it.
    access(all) resource Grant {
        access(all) let terms: Terms
        access(contract) let capabilityId: UInt64
        /// How often the token had been put into a collection when the order was added.
        access(contract) let deposits: UInt64
        access(self) let capability: Capability<auth(NonFungibleToken.Withdraw) &Collectible.Collection>
        access(contract) let extension: {String: AnyStruct}

        /// Emitted by the language however a grant ends, also where its owner destroys it around this contract.
        access(all) event ResourceDestroyed(
            orderHash: String = self.terms.orderHash,
            orderId: String = self.terms.orderId,
            seller: Address = self.terms.seller,
            nftID: UInt64 = self.terms.nftId
        )

        /// Why the token cannot be delivered any more, or nil if it can.
        access(contract) view fun refusalOfToken(): String? {
            let collection = self.capability.borrow()
            if collection == nil {
                return "the seller has revoked the right to the collection"
            }
            let token = collection!.borrowToken(self.terms.nftId)
            if token == nil {
                return "the token \(self.terms.nftId) is not in the seller's collection"
            }
            if token!.uuid != self.terms.uuid || token!.refId != self.terms.refId {
                return "the token \(self.terms.nftId) is not the one that was offered"
            }
            if token!.depositCount() != self.deposits {
                return "the token \(self.terms.nftId) has left the collection since it was offered"
            }
            return nil
        }

        access(contract) fun withdraw(): @Collectible.NFT {
            let collection = self.capability.borrow() ?? panic("Invalid capability")
            return <-(collection.withdraw(withdrawID: self.terms.nftId) as! @Collectible.NFT)
        }

        init(
            terms: Terms,
            capability: Capability<auth(NonFungibleToken.Withdraw) &Collectible.Collection>,
            deposits: UInt64
        ) {
            self.terms = terms
            self.capabilityId = capability.id
            self.deposits = deposits
            self.capability = capability
            self.extension = {}
        }
    }

    /// The grants of one seller. Only reading, `fulfil`, `cancelByAgent` (both need an agent's right) and `cleanUp` (only
    /// what is dead) are public.
    access(all) resource Grants {
        /// By token: a token is offered once.
        access(self) let grants: @{UInt64: Grant}
        access(self) let tokens: {String: UInt64}
        /// Capabilities of grants that ended: their controllers are deleted by the seller's next transaction.
        access(self) var spent: [UInt64]
        access(contract) let extension: {String: AnyStruct}

        /// Accepts the terms that the agent signed. `metadata` is a list of keys and values in the order exp, fee, iat,
        /// nbf, price, roy, to (may be left out), uuid. A grant for the same token ends.
        access(Sell) fun add(
            capability: Capability<auth(NonFungibleToken.Withdraw) &Collectible.Collection>,
            agent: Address,
            orderId: String,
            refId: String,
            nftId: UInt64,
            version: UInt32,
            metadata: [String],
            signature: [UInt8],
            keyIndex: Int
        ) {
            pre {
                !SalePermission.paused: "sell: sales are paused"
                self.owner != nil: "sell: the grants are not stored in an account"
                keyIndex >= 0 && keyIndex <= 65535: "sell: the key index \(keyIndex) is not in 0 to 65535"
            }
            let seller = self.owner!.address
            assert(capability.address == seller && capability.check(), message: "Invalid capability")
            let terms = SalePermission.readTerms(
                agent: agent,
                seller: seller,
                orderId: orderId,
                refId: refId,
                nftId: nftId,
                version: version,
                metadata: metadata,
                signature: signature,
                keyIndex: keyIndex
            )
            let token = capability.borrow()!.borrowToken(nftId)
                ?? panic("sell: the token \(nftId) is not in the seller's collection")
            assert(token.uuid == terms.uuid, message: "sell: the token \(nftId) has the uuid \(token.uuid), not \(terms.uuid)")
            assert(token.refId == refId, message: "sell: the token \(nftId) has the reference \(token.refId), not \(refId)")
            assert(self.tokens[orderId] == nil, message: "sell: the order \(orderId) was used before")
            SalePermission.borrowAgent(agent)!.addOrder(terms)

            let older <- self.grants.remove(key: nftId)
            if older == nil {
                assert(
                    self.grants.length < SalePermission.maxGrants(),
                    message: "sell: the seller has \(self.grants.length) orders, and more cannot be added"
                )
                SalePermission.emitAdded(terms, capabilityId: capability.id)
            } else {
                SalePermission.emitUpdated(terms, capabilityId: capability.id, replaced: older?.terms!)
            }
            self.end(<-older)
            self.tokens[orderId] = nftId
            self.grants[nftId] <-! create Grant(
                terms: terms,
                capability: capability,
                deposits: token.depositCount()
            )
        }

        /// Ends one order.
        access(Cancel) fun cancel(orderId: String) {
            let nftId = self.tokens[orderId] ?? panic("cancel: the seller has no order \(orderId)")
            self.cancelGrant(nftId, by: self.owner!.address)
        }

        /// Ends all orders, and makes everything worthless that was issued to the seller up to now and not yet added.
        access(Cancel) fun cancelAll() {
            let seller = self.owner!.address
            for nftId in self.grants.keys {
                self.cancelGrant(nftId, by: seller)
            }
            SalePermission.cancelledUntil[seller] = SalePermission.now()
            emit AllCancelled(seller: seller, issuedUntil: SalePermission.now())
        }

        /// The capabilities of ended grants, each once: the caller deletes their controllers.
        access(Sell | Cancel) fun takeSpent(): [UInt64] {
            let spent = self.spent
            self.spent = []
            return spent
        }

        /// Delivers the token to the buyer. `orderHash` says under which terms; `paymentRef` is kept in the event, and
        /// should commit to the payment without telling who paid.
        access(all) fun fulfil(
            agent: auth(Fulfil) &Agent,
            orderId: String,
            orderHash: String,
            buyer: Address,
            paymentRef: String
        ) {
            pre {
                paymentRef.utf8.length >= 1 && paymentRef.utf8.length <= 128:
                    "fulfil: the payment reference has no 1 to 128 bytes"
            }
            let nftId = self.requireOwn(agent, orderId: orderId, verb: "fulfil")
            if let reason = self.refusal(orderId: orderId, buyer: buyer) {
                panic("fulfil: \(reason)")
            }
            // What is promised is written down before anything moves.
            let grant <- self.grants.remove(key: nftId)!
            let terms = grant.terms
            assert(terms.orderHash == orderHash, message: "fulfil: the order \(orderId) stands under other terms")
            SalePermission.borrowAgent(terms.agent)!.countSale(price: terms.price)

            let token <- grant.withdraw()
            assert(
                token.id == nftId && token.uuid == terms.uuid && token.refId == terms.refId,
                message: "fulfil: the collection gave another token"
            )
            self.end(<-grant)
            SalePermission.borrowCollection(buyer)!.deposit(token: <-token)
            emit OrderFulfilled(
                orderHash: terms.orderHash,
                orderId: orderId,
                agent: terms.agent,
                seller: terms.seller,
                buyer: buyer,
                nftID: nftId,
                uuid: terms.uuid,
                price: terms.price,
                expiry: terms.expiry,
                paymentRef: paymentRef
            )
        }

        /// Ends an order of the agent that asks.
        access(all) fun cancelByAgent(agent: auth(Fulfil) &Agent, orderId: String) {
            let nftId = self.requireOwn(agent, orderId: orderId, verb: "cancel")
            self.cancelGrant(nftId, by: agent.address)
        }

        /// Ends an order that can never be fulfilled any more. Anyone may ask.
        access(all) fun cleanUp(orderId: String) {
            let nftId = self.tokens[orderId] ?? panic("cleanUp: the seller has no order \(orderId)")
            let reason = self.lasting(nftId) ?? panic("cleanUp: the order \(orderId) is alive")
            let grant <- self.grants.remove(key: nftId)!
            let terms = grant.terms
            emit OrderCleanedUp(
                orderHash: terms.orderHash,
                orderId: orderId,
                agent: terms.agent,
                seller: terms.seller,
                nftID: nftId,
                uuid: terms.uuid,
                price: terms.price,
                expiry: terms.expiry,
                reason: reason
            )
            self.end(<-grant)
        }

        /// The orders that stand here.
        access(all) view fun getOrderIds(): [String] {
            return self.tokens.keys
        }

        /// The terms of one order, or nil if it does not stand here.
        access(all) view fun getTerms(orderId: String): Terms? {
            if let nftId = self.tokens[orderId] {
                return self.grants[nftId]?.terms
            }
            return nil
        }

        /// The order under which the token is offered, or nil.
        access(all) view fun getOrderId(nftId: UInt64): String? {
            return self.grants[nftId]?.terms?.orderId
        }

        /// Why the order cannot be fulfilled now, to this buyer if one is named, or nil if it can.
        access(all) view fun refusal(orderId: String, buyer: Address?): String? {
            let nftId = self.tokens[orderId]
            if nftId == nil {
                return "the seller has no order \(orderId)"
            }
            if let reason = self.lasting(nftId!) {
                return reason
            }
            let terms = self.grants[nftId!]?.terms!
            if SalePermission.paused {
                return "sales are paused"
            }
            if SalePermission.now() < terms.notBefore {
                return "the order \(orderId) begins later"
            }
            if let reason = SalePermission.borrowAgent(terms.agent)!.refusalOfCaps(price: terms.price) {
                return reason
            }
            return buyer == nil ? nil : SalePermission.refusalOfBuyer(terms: terms, buyer: buyer!)
        }

        /// Why the order can never be fulfilled any more, or nil.
        access(all) view fun lastingRefusal(orderId: String): String? {
            let nftId = self.tokens[orderId]
            return nftId == nil ? "the seller has no order \(orderId)" : self.lasting(nftId!)
        }

        access(self) view fun lasting(_ nftId: UInt64): String? {
            let grant = (&self.grants[nftId] as &Grant?)!
            let terms = grant.terms
            let record = SalePermission.borrowAgent(terms.agent)!
            if self.owner?.address != terms.seller {
                return "the grants were moved away from \(terms.seller)"
            }
            if SalePermission.now() >= terms.expiry {
                return "the order \(terms.orderId) has expired"
            }
            if terms.issuedAt <= (SalePermission.cancelledUntil[terms.seller] ?? 0) {
                return "the seller has cancelled everything that was issued before"
            }
            if record.versions[nftId] != terms.version {
                return "there is a newer version of the order \(terms.orderId)"
            }
            if let reason = record.refusalOfKey(terms.keyIndex) {
                return reason
            }
            return grant.refusalOfToken()
        }

        /// The token of an order of this very agent.
        access(self) view fun requireOwn(_ agent: auth(Fulfil) &Agent, orderId: String, verb: String): UInt64 {
            let nftId = self.tokens[orderId] ?? panic("\(verb): the seller has no order \(orderId)")
            let issuer = self.grants[nftId]?.terms!.agent
            assert(
                agent.address == issuer && agent.uuid == SalePermission.borrowAgent(issuer)!.rightUuid,
                message: "\(verb): the order \(orderId) belongs to another agent"
            )
            return nftId
        }

        access(self) fun cancelGrant(_ nftId: UInt64, by: Address) {
            let grant <- self.grants.remove(key: nftId)!
            let terms = grant.terms
            emit OrderCancelled(
                orderHash: terms.orderHash,
                orderId: terms.orderId,
                agent: terms.agent,
                seller: terms.seller,
                nftID: nftId,
                uuid: terms.uuid,
                price: terms.price,
                expiry: terms.expiry,
                by: by
            )
            self.end(<-grant)
        }

        access(self) fun end(_ ended: @Grant?) {
            if let grant <- ended {
                self.spent.append(grant.capabilityId)
                self.tokens.remove(key: grant.terms.orderId)
                destroy grant
            }
        }

        init() {
            self.grants <- {}
            self.tokens = {}
            self.spent = []
            self.extension = {}
        }
    }

    /// The operator's right over agents and the pause. There is one, in the account that holds the contract.
    access(all) resource Admin {
        access(contract) let extension: {String: AnyStruct}

        /// Registers an agent, for ever, and answers its right.
        access(ManageAgents) fun registerAgent(
            address: Address,
            maxSalesPerDay: UInt64,
            maxYenPerDay: UInt64
        ): @Agent {
            pre { SalePermission.agents[address] == nil: "registerAgent: \(address) is an agent already" }
            let agent <- create Agent(address: address)
            SalePermission.agents[address] <-! create AgentRecord(
                rightUuid: agent.uuid,
                maxSalesPerDay: maxSalesPerDay,
                maxYenPerDay: maxYenPerDay
            )
            emit AgentRegistered(agent: address, maxSalesPerDay: maxSalesPerDay, maxYenPerDay: maxYenPerDay)
            return <-agent
        }

        /// 0 stops the agent.
        access(ManageAgents) fun setCaps(agent: Address, maxSalesPerDay: UInt64, maxYenPerDay: UInt64) {
            SalePermission.requireAgent(agent).setCaps(maxSalesPerDay: maxSalesPerDay, maxYenPerDay: maxYenPerDay)
            emit AgentCapsChanged(agent: agent, maxSalesPerDay: maxSalesPerDay, maxYenPerDay: maxYenPerDay)
        }

        /// An index is given once, so an old signature never meets a new key.
        access(ManageAgents) fun registerKey(agent: Address, keyIndex: Int, key: AgentKey) {
            SalePermission.requireAgent(agent).addKey(keyIndex: keyIndex, key: key)
            emit AgentKeyRegistered(
                agent: agent,
                keyIndex: keyIndex,
                publicKey: key.publicKey,
                validUntil: key.validUntil
            )
        }

        /// Kills every order that was signed with this key, also those that stand.
        access(ManageAgents) fun revokeKey(agent: Address, keyIndex: Int) {
            SalePermission.requireAgent(agent).revokeKey(keyIndex)
            emit AgentKeyRevoked(agent: agent, keyIndex: keyIndex)
        }

        access(Pause) fun setPaused(_ paused: Bool) {
            SalePermission.paused = paused
            emit SalesPaused(paused: paused)
        }

        init() {
            self.extension = {}
        }
    }

    /// What anyone may know of an agent.
    access(all) struct AgentProfile {
        access(all) let address: Address
        access(all) let keys: {Int: AgentKey}
        access(all) let maxSalesPerDay: UInt64
        access(all) let maxYenPerDay: UInt64
        access(all) let salesToday: UInt64
        access(all) let yenToday: UInt64

        view init(address: Address, record: &AgentRecord) {
            self.address = address
            self.keys = record.copyKeys()
            self.maxSalesPerDay = record.maxSalesPerDay
            self.maxYenPerDay = record.maxYenPerDay
            self.salesToday = record.salesToday()
            self.yenToday = record.yenToday()
        }
    }

    access(all) fun createGrants(): @Grants {
        return <-create Grants()
    }

    /// The grants that an account shows, or nil. The concrete type is asked for, so nobody can show others.
    access(all) view fun borrowGrants(_ seller: Address): &Grants? {
        return getAccount(seller).capabilities.borrow<&Grants>(self.GrantsPublicPath)
    }

    access(all) view fun getAgent(_ address: Address): AgentProfile? {
        if let record = self.borrowAgent(address) {
            return AgentProfile(address: address, record: record)
        }
        return nil
    }

    /// The newest version of an order of this token that came from the agent; 0 if there was none.
    access(all) view fun getNewestVersion(agent: Address, nftId: UInt64): UInt32 {
        if let record = self.borrowAgent(agent) {
            return record.versions[nftId] ?? 0
        }
        return 0
    }

    /// Whether the order id was used, so that it cannot be added again.
    access(all) view fun isUsed(agent: Address, orderId: String): Bool {
        if let record = self.borrowAgent(agent) {
            return record.orders[orderId] != nil
        }
        return false
    }

    /// Seconds since 1970 by the chain's clock: what orders are measured by.
    access(all) view fun chainTime(): UInt64 {
        return self.now()
    }

    /// Everything that was issued to the seller at or before this second is dead; 0 if nothing is.
    access(all) view fun getCancelledUntil(_ seller: Address): UInt64 {
        return self.cancelledUntil[seller] ?? 0
    }

    /// The bytes that the agent signs (after the tag): each field with its length before it, so that no two orders share
    /// their bytes. docs/chain.md names the fields; the same is written in TypeScript, and both are tested on one list.
    access(all) view fun encodeMessage(
        chainId: String,
        contractAddress: Address,
        agent: Address,
        seller: Address,
        orderId: String,
        refId: String,
        nftId: UInt64,
        version: UInt32,
        metadata: [String],
        keyIndex: Int
    ): [UInt8] {
        // In three parts, because every concat copies what is before it.
        let place = self.frame("kura.sale".utf8)
            .concat(self.frame(chainId.utf8))
            .concat(self.frame(contractAddress.toBytes()))
            .concat(self.frame(agent.toBytes()))
            .concat(self.frame(seller.toBytes()))
        let order = self.frame(orderId.utf8)
            .concat(self.frame(refId.utf8))
            .concat(self.frame(nftId.toBigEndianBytes()))
            .concat(self.frame(version.toBigEndianBytes()))
            .concat(self.frame(UInt32(keyIndex).toBigEndianBytes()))
        var terms = UInt32(metadata.length).toBigEndianBytes()
        for text in metadata {
            terms = terms.concat(self.frame(text.utf8))
        }
        return place.concat(order).concat(terms)
    }

    /// The message of an order of this contract on this network.
    access(all) view fun message(
        agent: Address,
        seller: Address,
        orderId: String,
        refId: String,
        nftId: UInt64,
        version: UInt32,
        metadata: [String],
        keyIndex: Int
    ): [UInt8] {
        return self.encodeMessage(
            chainId: self.chainId,
            contractAddress: self.account.address,
            agent: agent,
            seller: seller,
            orderId: orderId,
            refId: refId,
            nftId: nftId,
            version: version,
            metadata: metadata,
            keyIndex: keyIndex
        )
    }

    /// Under which hash an order is known: SHA3-256 of its message, in hex.
    access(all) view fun hashOf(_ message: [UInt8]): String {
        return String.encodeHex(HashAlgorithm.SHA3_256.hash(message))
    }

    /// The length in four bytes, then the bytes.
    access(self) view fun frame(_ bytes: [UInt8]): [UInt8] {
        return UInt32(bytes.length).toBigEndianBytes().concat(bytes)
    }

    /// Seconds since 1970 by the block.
    access(contract) view fun now(): UInt64 {
        return UInt64(getCurrentBlock().timestamp)
    }

    access(contract) view fun today(): UInt64 {
        return self.now() / 86400
    }

    access(contract) view fun borrowAgent(_ address: Address): &AgentRecord? {
        return &self.agents[address]
    }

    access(contract) view fun requireAgent(_ address: Address): &AgentRecord {
        return self.borrowAgent(address) ?? panic("SalePermission: \(address) is not an agent")
    }

    access(contract) view fun borrowCollection(_ address: Address): &Collectible.Collection? {
        return getAccount(address).capabilities.borrow<&Collectible.Collection>(Collectible.CollectionPublicPath)
    }

    access(contract) view fun refusalOfBuyer(terms: Terms, buyer: Address): String? {
        if buyer == terms.seller {
            return "the buyer is the seller"
        }
        if terms.target != nil && terms.target! != buyer {
            return "the order \(terms.orderId) is for another buyer"
        }
        if self.borrowCollection(buyer)?.owner?.address != buyer {
            return "the buyer \(buyer) has no collection"
        }
        return nil
    }

    /// The terms, checked as far as that needs no token, and signed by the agent with a key that counts.
    access(contract) view fun readTerms(
        agent: Address,
        seller: Address,
        orderId: String,
        refId: String,
        nftId: UInt64,
        version: UInt32,
        metadata: [String],
        signature: [UInt8],
        keyIndex: Int
    ): Terms {
        assert(
            orderId.utf8.length >= 1 && orderId.utf8.length <= 64,
            message: "sell: the order id has no 1 to 64 bytes"
        )
        let message = self.message(
            agent: agent,
            seller: seller,
            orderId: orderId,
            refId: refId,
            nftId: nftId,
            version: version,
            metadata: metadata,
            keyIndex: keyIndex
        )
        let terms = Terms(
            orderHash: self.hashOf(message),
            agent: agent,
            seller: seller,
            orderId: orderId,
            refId: refId,
            nftId: nftId,
            version: version,
            keyIndex: keyIndex,
            values: self.readMetadata(metadata),
            target: metadata.length == 16 ? self.readAddress(metadata[13]) : nil
        )
        assert(terms.price <= self.maxPrice(), message: "sell: the price \(terms.price) is not allowed")
        assert(
            terms.fee <= terms.price && terms.royalty <= terms.price - terms.fee,
            message: "sell: fee and royalty are more than the price"
        )
        assert(terms.target != seller, message: "sell: the buyer is the seller")
        self.checkTimes(terms)

        let record = self.borrowAgent(agent) ?? panic("sell: \(agent) is not an agent")
        if let reason = record.refusalOfKey(keyIndex) {
            panic("sell: \(reason)")
        }
        assert(
            record.keys[keyIndex]!.verify(message: message, signature: signature),
            message: "sell: the signature does not belong to these terms"
        )
        return terms
    }

    access(self) view fun checkTimes(_ terms: Terms) {
        assert(terms.issuedAt <= self.now(), message: "sell: the order \(terms.orderId) was issued in the future")
        assert(
            terms.issuedAt > (self.cancelledUntil[terms.seller] ?? 0),
            message: "sell: the seller has cancelled everything that was issued before"
        )
        assert(self.now() < terms.expiry, message: "sell: the order \(terms.orderId) has expired")
        assert(terms.notBefore < terms.expiry, message: "sell: the order \(terms.orderId) begins after its end")
        assert(
            terms.expiry - terms.issuedAt <= self.maxLifetime(),
            message: "sell: the order \(terms.orderId) stands too long"
        )
    }

    /// One spelling only: these keys in this order, numbers without leading zeros.
    access(self) view fun readMetadata(_ metadata: [String]): {String: UInt64} {
        assert(metadata.length % 2 == 0, message: "sell: the metadata are not pairs of key and value")
        let keys = metadata.length == 16
            ? ["exp", "fee", "iat", "nbf", "price", "roy", "to", "uuid"]
            : ["exp", "fee", "iat", "nbf", "price", "roy", "uuid"]
        assert(metadata.length == keys.length * 2, message: "sell: the metadata do not have the keys they must have")
        var values: {String: UInt64} = {}
        for index, key in keys {
            assert(
                metadata[index * 2] == key,
                message: "sell: the metadata have \(metadata[index * 2]) where \(key) must be"
            )
            if key != "to" {
                let text = metadata[index * 2 + 1]
                let value = UInt64.fromString(text)
                assert(value?.toString() == text, message: "sell: \(key) is not a whole number: \(text)")
                values[key] = value!
            }
        }
        return values
    }

    access(self) view fun readAddress(_ text: String): Address {
        let address = Address.fromString(text)
        assert(address?.toString() == text, message: "sell: to is not an address: \(text)")
        return address!
    }

    access(contract) fun emitAdded(_ terms: Terms, capabilityId: UInt64) {
        emit OrderAdded(
            orderHash: terms.orderHash,
            orderId: terms.orderId,
            agent: terms.agent,
            seller: terms.seller,
            nftID: terms.nftId,
            uuid: terms.uuid,
            refId: terms.refId,
            version: terms.version,
            price: terms.price,
            fee: terms.fee,
            royalty: terms.royalty,
            issuedAt: terms.issuedAt,
            notBefore: terms.notBefore,
            expiry: terms.expiry,
            target: terms.target,
            capabilityID: capabilityId
        )
    }

    access(contract) fun emitUpdated(_ terms: Terms, capabilityId: UInt64, replaced: Terms) {
        emit OrderUpdated(
            orderHash: terms.orderHash,
            orderId: terms.orderId,
            agent: terms.agent,
            seller: terms.seller,
            nftID: terms.nftId,
            uuid: terms.uuid,
            refId: terms.refId,
            version: terms.version,
            price: terms.price,
            fee: terms.fee,
            royalty: terms.royalty,
            issuedAt: terms.issuedAt,
            notBefore: terms.notBefore,
            expiry: terms.expiry,
            target: terms.target,
            capabilityID: capabilityId,
            replacedHash: replaced.orderHash,
            replacedOrderId: replaced.orderId
        )
    }

    init(chainId: String) {
        pre { chainId.length > 0: "SalePermission: the chain id is empty" }
        self.GrantsStoragePath = /storage/kuraSaleGrants
        self.GrantsPublicPath = /public/kuraSaleGrants
        self.AgentStoragePath = /storage/kuraSaleAgent
        self.AdminStoragePath = /storage/kuraSaleAdmin
        self.chainId = chainId
        self.paused = false
        self.agents <- {}
        self.cancelledUntil = {}
        self.extension = {}
        self.account.storage.save(<-create Admin(), to: self.AdminStoragePath)
    }
}

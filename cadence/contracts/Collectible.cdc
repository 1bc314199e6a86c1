import "NonFungibleToken"
import "ViewResolver"
import "MetadataViews"
import "FungibleToken"
import "Burner"

/// Digital collectibles in numbered editions.
///
/// A series holds items, an item is issued as numbered tokens, and the caps of both are kept here. Every token is minted
/// under a reference that the issuer chose beforehand; a reference mints once, for ever, so repeating a mint is harmless.
/// Tokens live in the concrete type `Collectible.Collection`: nothing here accepts or hands out an interface of it.
access(all) contract Collectible: NonFungibleToken {

    /// Allows registering series and items and lowering their caps.
    access(all) entitlement Register
    /// Allows minting tokens of registered items.
    access(all) entitlement Mint

    access(all) event SeriesRegistered(seriesId: String, name: String, cap: UInt64)
    access(all) event SeriesCapLowered(seriesId: String, cap: UInt64)
    access(all) event ItemRegistered(itemId: String, seriesId: String, name: String, cap: UInt64)
    access(all) event ItemDescribed(itemId: String, name: String)
    access(all) event ItemCapLowered(itemId: String, cap: UInt64)
    access(all) event Minted(id: UInt64, uuid: UInt64, refId: String, itemId: String, serial: UInt64, to: Address)
    access(all) event Burned(id: UInt64, refId: String, itemId: String, serial: UInt64)

    access(all) let CollectionStoragePath: StoragePath
    access(all) let CollectionPublicPath: PublicPath
    access(all) let MinterStoragePath: StoragePath

    /// Tokens ever minted. The id of the last token is this number.
    access(all) var mintedCount: UInt64
    /// Tokens burned through Burner.
    access(all) var burnedCount: UInt64
    /// How the collection as a whole is shown.
    access(all) var profile: Profile

    access(contract) let series: @{String: Series}
    access(contract) let items: @{String: Item}
    /// Reference to token id. Entries are never removed, so a burned token's reference stays used.
    access(contract) let tokenIds: {String: UInt64}
    /// Room for later versions, because an upgrade cannot add a field.
    access(contract) let extension: {String: AnyStruct}

    /// Name, texts and pictures of the collection, and where a token's page is.
    access(all) struct Profile {
        access(all) let name: String
        access(all) let description: String
        access(all) let url: String
        access(all) let squareImage: String
        access(all) let bannerImage: String
        /// The token id is appended to this.
        access(all) let tokenUrlPrefix: String
        access(all) let extension: {String: AnyStruct}

        init(
            name: String,
            description: String,
            url: String,
            squareImage: String,
            bannerImage: String,
            tokenUrlPrefix: String
        ) {
            self.name = name
            self.description = description
            self.url = url
            self.squareImage = squareImage
            self.bannerImage = bannerImage
            self.tokenUrlPrefix = tokenUrlPrefix
            self.extension = {}
        }
    }

    /// The share of a later sale that goes to an artist.
    access(all) struct RoyaltyShare {
        access(all) let receiver: Address
        access(all) let cut: UFix64
        access(all) let description: String

        init(receiver: Address, cut: UFix64, description: String) {
            pre { cut <= 1.0: "RoyaltyShare: the cut \(cut) is above 1.0" }
            self.receiver = receiver
            self.cut = cut
            self.description = description
        }
    }

    /// The words, picture, traits and royalties of an item: what may be corrected after registering.
    access(all) struct Description {
        access(all) let name: String
        access(all) let text: String
        access(all) let thumbnail: String
        access(all) let traits: {String: String}
        access(all) let royalties: [RoyaltyShare]
        access(all) let extension: {String: AnyStruct}

        init(name: String, text: String, thumbnail: String, traits: {String: String}, royalties: [RoyaltyShare]) {
            var total = 0.0
            for share in royalties {
                total = total + share.cut
            }
            assert(total <= 1.0, message: "Description: the royalties of \(name) add up to \(total), above 1.0")
            self.name = name
            self.text = text
            self.thumbnail = thumbnail
            self.traits = traits
            self.royalties = royalties
            self.extension = {}
        }

        /// Whether both say the same, so that registering again can leave an item alone.
        access(all) view fun equals(_ other: Description): Bool {
            if self.name != other.name || self.text != other.text || self.thumbnail != other.thumbnail {
                return false
            }
            if self.traits.length != other.traits.length || self.royalties.length != other.royalties.length {
                return false
            }
            for name in self.traits.keys {
                if other.traits[name] != self.traits[name] {
                    return false
                }
            }
            for index, share in self.royalties {
                let twin = other.royalties[index]
                if share.receiver != twin.receiver || share.cut != twin.cut || share.description != twin.description {
                    return false
                }
            }
            return true
        }
    }

    /// A family of items with a cap on the tokens of all of them together.
    access(all) resource Series {
        access(all) let seriesId: String
        access(all) let name: String
        /// The most tokens ever minted in this series.
        access(all) var cap: UInt64
        access(all) var minted: UInt64
        access(all) var burned: UInt64
        access(contract) let extension: {String: AnyStruct}

        access(contract) fun lowerCap(to cap: UInt64) {
            pre {
                cap <= self.cap: "lowerSeriesCap: the cap of \(self.seriesId) is \(self.cap) and cannot be raised to \(cap)"
                cap >= self.minted: "lowerSeriesCap: \(self.minted) tokens of \(self.seriesId) exist, above \(cap)"
            }
            self.cap = cap
        }

        access(contract) fun countMint() {
            pre { self.minted < self.cap: "mint: all \(self.cap) tokens of the series \(self.seriesId) are minted" }
            self.minted = self.minted + 1
        }

        access(contract) fun countBurn() {
            self.burned = self.burned + 1
        }

        init(seriesId: String, name: String, cap: UInt64) {
            self.seriesId = seriesId
            self.name = name
            self.cap = cap
            self.minted = 0
            self.burned = 0
            self.extension = {}
        }
    }

    /// One artwork, issued as tokens with the serials 1 to `cap`.
    access(all) resource Item {
        access(all) let itemId: String
        access(all) let seriesId: String
        access(all) var description: Description
        access(all) var cap: UInt64
        access(all) var minted: UInt64
        access(all) var burned: UInt64
        /// The highest serial minted so far; the cap cannot go below it.
        access(all) var highestSerial: UInt64
        /// Serial to token id. Entries are never removed, so a burned token's serial stays used.
        access(contract) let serials: {UInt64: UInt64}
        access(contract) let extension: {String: AnyStruct}

        /// The id of the token with this serial, burned or not, or nil if it was never minted.
        access(all) view fun tokenId(serial: UInt64): UInt64? {
            return self.serials[serial]
        }

        access(contract) fun describe(_ description: Description) {
            self.description = description
        }

        access(contract) fun lowerCap(to cap: UInt64) {
            pre {
                cap <= self.cap: "lowerItemCap: the cap of \(self.itemId) is \(self.cap) and cannot be raised to \(cap)"
                cap >= self.highestSerial: "lowerItemCap: serial \(self.highestSerial) of \(self.itemId) exists, above \(cap)"
            }
            self.cap = cap
        }

        access(contract) fun countMint(serial: UInt64, id: UInt64) {
            pre {
                serial >= 1 && serial <= self.cap: "mint: serial \(serial) of \(self.itemId) is not in 1 to \(self.cap)"
                self.serials[serial] == nil: "mint: serial \(serial) of \(self.itemId) is already minted"
            }
            self.serials[serial] = id
            self.minted = self.minted + 1
            if serial > self.highestSerial {
                self.highestSerial = serial
            }
        }

        access(contract) fun countBurn() {
            self.burned = self.burned + 1
        }

        init(itemId: String, seriesId: String, description: Description, cap: UInt64) {
            self.itemId = itemId
            self.seriesId = seriesId
            self.description = description
            self.cap = cap
            self.minted = 0
            self.burned = 0
            self.highestSerial = 0
            self.serials = {}
            self.extension = {}
        }
    }

    /// One owned serial of an item.
    access(all) resource NFT: NonFungibleToken.NFT, Burner.Burnable {
        access(all) let id: UInt64
        access(all) let refId: String
        access(all) let itemId: String
        access(all) let serial: UInt64
        access(contract) let extension: {String: AnyStruct}

        /// Emitted by the language however a token ends, also where its owner went around Burner.
        access(all) event ResourceDestroyed(id: UInt64 = self.id, uuid: UInt64 = self.uuid)

        /// How often this token was put into a collection. It grows with every move, so a reader who noted the number can tell that
        /// the token was away, also after it came back. Tokens from before the counting begin at 0.
        access(all) view fun depositCount(): UInt64 {
            return (self.extension["deposits"] as! UInt64?) ?? 0
        }

        access(contract) fun countDeposit() {
            self.extension["deposits"] = self.depositCount() + 1
        }

        access(contract) fun burnCallback() {
            Collectible.countBurn(id: self.id, refId: self.refId, itemId: self.itemId, serial: self.serial)
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <-Collectible.createEmptyCollection(nftType: Type<@NFT>())
        }

        access(all) view fun getViews(): [Type] {
            return [
                Type<MetadataViews.Display>(),
                Type<MetadataViews.Serial>(),
                Type<MetadataViews.Editions>(),
                Type<MetadataViews.Royalties>(),
                Type<MetadataViews.Traits>(),
                Type<MetadataViews.ExternalURL>(),
                Type<MetadataViews.NFTCollectionData>(),
                Type<MetadataViews.NFTCollectionDisplay>()
            ]
        }

        access(all) fun resolveView(_ view: Type): AnyStruct? {
            let item = Collectible.borrowItem(self.itemId)!
            switch view {
                case Type<MetadataViews.Display>():
                    return MetadataViews.Display(
                        name: "\(item.description.name) #\(self.serial)",
                        description: item.description.text,
                        thumbnail: MetadataViews.HTTPFile(url: item.description.thumbnail)
                    )
                case Type<MetadataViews.Serial>():
                    return MetadataViews.Serial(self.serial)
                case Type<MetadataViews.Editions>():
                    return MetadataViews.Editions([
                        MetadataViews.Edition(name: item.description.name, number: self.serial, max: item.cap)
                    ])
                case Type<MetadataViews.Royalties>():
                    return Collectible.royaltiesOf(item)
                case Type<MetadataViews.Traits>():
                    return Collectible.traitsOf(item)
                case Type<MetadataViews.ExternalURL>():
                    return MetadataViews.ExternalURL("\(Collectible.profile.tokenUrlPrefix)\(self.id)")
            }
            return Collectible.resolveContractView(resourceType: Type<@NFT>(), viewType: view)
        }

        init(id: UInt64, refId: String, itemId: String, serial: UInt64) {
            self.id = id
            self.refId = refId
            self.itemId = itemId
            self.serial = serial
            self.extension = {}
        }
    }

    /// A vault of tokens of this contract only.
    access(all) resource Collection: NonFungibleToken.Collection, Burner.Burnable {
        access(all) var ownedNFTs: @{UInt64: {NonFungibleToken.NFT}}

        access(NonFungibleToken.Withdraw) fun withdraw(withdrawID: UInt64): @{NonFungibleToken.NFT} {
            return <-(self.ownedNFTs.remove(key: withdrawID)
                ?? panic("withdraw: the collection has no token \(withdrawID)"))
        }

        access(all) fun deposit(token: @{NonFungibleToken.NFT}) {
            let token <- token as! @Collectible.NFT
            token.countDeposit()
            self.ownedNFTs[token.id] <-! token
        }

        access(all) view fun getSupportedNFTTypes(): {Type: Bool} {
            return {Type<@Collectible.NFT>(): true}
        }

        access(all) view fun isSupportedNFTType(type: Type): Bool {
            return type == Type<@Collectible.NFT>()
        }

        access(all) view fun getIDs(): [UInt64] {
            return self.ownedNFTs.keys
        }

        access(all) view fun borrowNFT(_ id: UInt64): &{NonFungibleToken.NFT}? {
            return &self.ownedNFTs[id]
        }

        /// The token with its own fields (refId, itemId, serial), or nil if it is not here. An owner can write into `ownedNFTs`
        /// by hand, so what lies under the id may be of another contract, or another token: neither counts.
        access(all) view fun borrowToken(_ id: UInt64): &NFT? {
            if let here = &self.ownedNFTs[id] as &{NonFungibleToken.NFT}? {
                if let token = here as? &NFT {
                    return token.id == id ? token : nil
                }
            }
            return nil
        }

        access(all) view fun borrowViewResolver(id: UInt64): &{ViewResolver.Resolver}? {
            return self.borrowNFT(id)
        }

        access(all) fun createEmptyCollection(): @{NonFungibleToken.Collection} {
            return <-Collectible.createEmptyCollection(nftType: Type<@NFT>())
        }

        /// Burns what is inside one by one, so that the supply stays right when a whole collection is burned.
        access(contract) fun burnCallback() {
            for id in self.ownedNFTs.keys {
                Burner.burn(<-self.ownedNFTs.remove(key: id)!)
            }
        }

        init() {
            self.ownedNFTs <- {}
        }
    }

    /// The issuer's right to register and mint. There is one, in the account that holds the contract.
    access(all) resource Minter {
        access(contract) let extension: {String: AnyStruct}

        access(Register) fun registerSeries(seriesId: String, name: String, cap: UInt64) {
            pre {
                seriesId.length > 0: "registerSeries: the series id is empty"
                Collectible.series[seriesId] == nil: "registerSeries: \(seriesId) is already registered"
            }
            Collectible.series[seriesId] <-! create Series(seriesId: seriesId, name: name, cap: cap)
            emit SeriesRegistered(seriesId: seriesId, name: name, cap: cap)
        }

        access(Register) fun lowerSeriesCap(seriesId: String, to cap: UInt64) {
            let series = Collectible.borrowSeries(seriesId)
                ?? panic("lowerSeriesCap: there is no series \(seriesId)")
            series.lowerCap(to: cap)
            emit SeriesCapLowered(seriesId: seriesId, cap: cap)
        }

        access(Register) fun registerItem(itemId: String, seriesId: String, description: Description, cap: UInt64) {
            pre {
                itemId.length > 0: "registerItem: the item id is empty"
                Collectible.items[itemId] == nil: "registerItem: \(itemId) is already registered"
                Collectible.series[seriesId] != nil: "registerItem: there is no series \(seriesId)"
            }
            Collectible.items[itemId] <-! create Item(
                itemId: itemId,
                seriesId: seriesId,
                description: description,
                cap: cap
            )
            emit ItemRegistered(itemId: itemId, seriesId: seriesId, name: description.name, cap: cap)
        }

        access(Register) fun describeItem(itemId: String, description: Description) {
            let item = Collectible.borrowItem(itemId)
                ?? panic("describeItem: there is no item \(itemId)")
            item.describe(description)
            emit ItemDescribed(itemId: itemId, name: description.name)
        }

        access(Register) fun lowerItemCap(itemId: String, to cap: UInt64) {
            let item = Collectible.borrowItem(itemId)
                ?? panic("lowerItemCap: there is no item \(itemId)")
            item.lowerCap(to: cap)
            emit ItemCapLowered(itemId: itemId, cap: cap)
        }

        access(Register) fun setProfile(_ profile: Profile) {
            Collectible.profile = profile
        }

        /// Mints one token into the recipient's collection and returns its id. The recipient is asked for by its concrete
        /// type, so no foreign receiver can take, drop or refuse the token.
        access(Mint) fun mint(itemId: String, serial: UInt64, refId: String, recipient: &Collection): UInt64 {
            pre {
                refId.length > 0: "mint: the reference is empty"
                Collectible.tokenIds[refId] == nil: "mint: the reference \(refId) is already minted"
                recipient.owner != nil: "mint: the recipient's collection is not stored in an account"
            }
            let item = Collectible.borrowItem(itemId)
                ?? panic("mint: there is no item \(itemId)")
            let id = Collectible.mintedCount + 1
            item.countMint(serial: serial, id: id)
            Collectible.borrowSeries(item.seriesId)!.countMint()
            Collectible.mintedCount = id
            Collectible.tokenIds[refId] = id

            let token <- create NFT(id: id, refId: refId, itemId: itemId, serial: serial)
            emit Minted(
                id: id,
                uuid: token.uuid,
                refId: refId,
                itemId: itemId,
                serial: serial,
                to: recipient.owner!.address
            )
            recipient.deposit(token: <-token)
            return id
        }

        init() {
            self.extension = {}
        }
    }

    access(all) fun createEmptyCollection(nftType: Type): @{NonFungibleToken.Collection} {
        return <-create Collection()
    }

    /// The id of the token minted under this reference, burned or not, or nil if the reference is still free.
    access(all) view fun getTokenId(refId: String): UInt64? {
        return self.tokenIds[refId]
    }

    access(all) view fun borrowSeries(_ seriesId: String): &Series? {
        return &self.series[seriesId]
    }

    access(all) view fun borrowItem(_ itemId: String): &Item? {
        return &self.items[itemId]
    }

    access(all) view fun getContractViews(resourceType: Type?): [Type] {
        return [Type<MetadataViews.NFTCollectionData>(), Type<MetadataViews.NFTCollectionDisplay>()]
    }

    access(all) fun resolveContractView(resourceType: Type?, viewType: Type): AnyStruct? {
        switch viewType {
            case Type<MetadataViews.NFTCollectionData>():
                return MetadataViews.NFTCollectionData(
                    storagePath: self.CollectionStoragePath,
                    publicPath: self.CollectionPublicPath,
                    publicCollection: Type<&Collection>(),
                    publicLinkedType: Type<&Collection>(),
                    createEmptyCollectionFunction: fun(): @{NonFungibleToken.Collection} {
                        return <-Collectible.createEmptyCollection(nftType: Type<@NFT>())
                    }
                )
            case Type<MetadataViews.NFTCollectionDisplay>():
                return MetadataViews.NFTCollectionDisplay(
                    name: self.profile.name,
                    description: self.profile.description,
                    externalURL: MetadataViews.ExternalURL(self.profile.url),
                    squareImage: self.picture(self.profile.squareImage),
                    bannerImage: self.picture(self.profile.bannerImage),
                    socials: {}
                )
        }
        return nil
    }

    access(self) view fun picture(_ url: String): MetadataViews.Media {
        return MetadataViews.Media(file: MetadataViews.HTTPFile(url: url), mediaType: "image/webp")
    }

    access(contract) fun royaltiesOf(_ item: &Item): MetadataViews.Royalties {
        let royalties: [MetadataViews.Royalty] = []
        for share in item.description.royalties {
            royalties.append(MetadataViews.Royalty(
                receiver: getAccount(share.receiver).capabilities.get<&{FungibleToken.Receiver}>(
                    MetadataViews.getRoyaltyReceiverPublicPath()
                ),
                cut: share.cut,
                description: share.description
            ))
        }
        return MetadataViews.Royalties(royalties)
    }

    access(contract) fun traitsOf(_ item: &Item): MetadataViews.Traits {
        let series = self.borrowSeries(item.seriesId)!
        let traits = MetadataViews.Traits([
            MetadataViews.Trait(name: "series", value: series.name, displayType: nil, rarity: nil)
        ])
        for name in item.description.traits.keys {
            traits.addTrait(MetadataViews.Trait(
                name: name,
                value: item.description.traits[name]!,
                displayType: nil,
                rarity: nil
            ))
        }
        return traits
    }

    access(contract) fun countBurn(id: UInt64, refId: String, itemId: String, serial: UInt64) {
        let item = self.borrowItem(itemId)!
        item.countBurn()
        self.borrowSeries(item.seriesId)!.countBurn()
        self.burnedCount = self.burnedCount + 1
        emit Burned(id: id, refId: refId, itemId: itemId, serial: serial)
    }

    init() {
        self.CollectionStoragePath = /storage/kuraCollectibleCollection
        self.CollectionPublicPath = /public/kuraCollectibleCollection
        self.MinterStoragePath = /storage/kuraCollectibleMinter

        self.mintedCount = 0
        self.burnedCount = 0
        self.profile = Profile(
            name: "Kura",
            description: "Digital collectibles in numbered editions.",
            url: "",
            squareImage: "",
            bannerImage: "",
            tokenUrlPrefix: ""
        )
        self.series <- {}
        self.items <- {}
        self.tokenIds = {}
        self.extension = {}

        self.account.storage.save(<-create Minter(), to: self.MinterStoragePath)
    }
}

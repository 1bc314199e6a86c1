import type { Words } from '@kura/contract/ids'
import type { Rarity } from '@kura/contract/catalogue/item'
import type { IssueEntries } from './issue-entries.ts'

/** Where an entry stands, for faults found later. */
export type Place = { file: string; line: number }
/** A picture as a file names it: a path inside the folder. */
export type PictureRef = { path: string; place: Place }

/** Whom royalties are paid to. */
export type RightsHolderEntry = { place: Place; id: string; name: Words }
export type SeriesEntry = {
  place: Place
  id: string
  name: Words
  description: Words
  picture: PictureRef | undefined
  tokenCap: number
  /** Whom the royalties of its items are paid to. */
  rightsHolderId: string | undefined
}
export type CategoryEntry = { place: Place; slug: string; name: Words }
export type ItemEntry = {
  place: Place
  id: string
  seriesId: string
  name: Words
  description: Words
  artist: string
  rarity: Rarity
  editionSize: number
  reservedCopies: number
  traits: Record<string, string>
  picture: PictureRef | undefined
  royaltyBps: number
  /** Whom its royalties are paid to, when not as those of its series. */
  rightsHolderId: string | undefined
  /** What the shop keeps of every price between members for access to protected contents, in yen. */
  contentAccessYen: number
  isRegulated: boolean
  categories: string[]
}
export type ContentEntry = {
  place: Place
  itemId: string
  copies: number
  oddsText: string | undefined
  oddsPpm: number
  /** Of a selectable pack: how many of the item one pack may hold. */
  mostEach: number
}
export type PackEntry = {
  place: Place
  id: string
  seriesId: string
  name: Words
  description: Words
  picture: PictureRef | undefined
  kind: 'single' | 'random' | 'selectable'
  channel: 'sale' | 'passcode' | 'airdrop'
  priceYen: number
  cardsPerPack: number
  issued: number
  perMemberLimit: number | undefined
  saleStartsAt: Date | undefined
  saleEndsAt: Date | undefined
  /** Members let in from its line per second; undefined: sold without a line. */
  queuePerSecond: number | undefined
  contents: ContentEntry[]
}
export type BannerEntry = {
  place: Place
  id: string
  picture: PictureRef | undefined
  title: Words
  href: string
  startDate: Date | undefined
  endDate: Date | undefined
}
export type AnnouncementEntry = { place: Place; id: string; title: Words; body: Words; publishedAt: Date }

/** A catalogue folder after every value was understood. */
export type Catalogue = IssueEntries & {
  rightsHolders: RightsHolderEntry[]
  series: SeriesEntry[]
  categories: CategoryEntry[]
  items: ItemEntry[]
  packs: PackEntry[]
  /** undefined when the folder does not speak of them; else the whole list. */
  banners: BannerEntry[] | undefined
  announcements: AnnouncementEntry[] | undefined
}

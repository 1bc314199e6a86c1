import type { OperatorView } from '@kura/contract/catalogue/operator'
import type {
  CategoryImport,
  ItemImport,
  RightsHolderImport,
  SeriesImport,
} from '../../catalogue/item/import-queries.ts'
import type { AnnouncementImport, BannerImport } from '../../catalogue/notice/import-queries.ts'
import type { MarketSettings } from '../../market/listing/import-queries.ts'
import type { CampaignImport } from '../../money/point/import-queries.ts'
import type { AirdropImport, ReservationImport } from '../../shop/airdrop/import-queries.ts'
import type { ContentImport, PackImport } from '../../shop/pack/import-queries.ts'
import type { PasscodeImport } from '../../shop/passcode/import-queries.ts'

/** File and line of an entry, for faults found later. */
export type Place = { file: string; line: number }
/** A picture as a file names it: a path inside the folder. */
export type PictureRef = { path: string; place: Place }

type Placed<T> = T & { place: Place }
/** An entry whose picture is not made yet. */
type Pictured<T> = Placed<Omit<T, 'pictureId'> & { picture: PictureRef | undefined }>

export type RightsHolderEntry = Placed<RightsHolderImport>
export type SeriesEntry = Pictured<SeriesImport>
export type CategoryEntry = Placed<CategoryImport>
export type ItemEntry = Pictured<ItemImport>
export type ContentEntry = Placed<ContentImport & { oddsText: string | undefined }>
export type PackEntry = Pictured<PackImport> & { contents: ContentEntry[] }
export type BannerEntry = Pictured<BannerImport>
export type AnnouncementEntry = Placed<AnnouncementImport>

/** A catalogue folder after every value was understood. */
export type Catalogue = IssueEntries & {
  rightsHolders: RightsHolderEntry[]
  series: SeriesEntry[]
  categories: CategoryEntry[]
  items: ItemEntry[]
  packs: PackEntry[]
  /** undefined when the folder does not have them; else the whole list. */
  banners: BannerEntry[] | undefined
  announcements: AnnouncementEntry[] | undefined
}

export type PasscodeEntry = PasscodeImport & { place: Place }
export type AirdropEntry = AirdropImport & { place: Place }
export type ReservationEntry = ReservationImport & { place: Place }
export type CampaignEntry = CampaignImport & { place: Place }
export type OperatorEntry = OperatorView & { place: Place }
export type MarketEntry = MarketSettings & { place: Place }

/** What a folder says of packs that are not sold, of points, of the operator and of the market. */
export type IssueEntries = {
  passcodes: PasscodeEntry[]
  airdrops: AirdropEntry[]
  reservations: ReservationEntry[]
  campaigns: CampaignEntry[]
  operators: OperatorEntry[]
  markets: MarketEntry[]
}

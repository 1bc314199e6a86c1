import type { OperatorView } from '@kura/contract/catalogue/operator'
import type {
  CategoryImport,
  ItemImport,
  RightsHolderImport,
  SeriesImport,
} from '../../catalogue/item/import-queries.ts'
import type {
  AnnouncementImport,
  BannerImport,
  EventImport,
  ExternalProductImport,
} from '../../catalogue/notice/import-queries.ts'
import type { EbookImport } from '../../library/content/import-queries.ts'
import type { VideoImport } from '../../library/video/import-queries.ts'
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

/** What a search finds an entry by, besides its name. They come in place of the dictionary's. */
type Findable<T> = T & { reading: string; synonyms: string[] }

export type RightsHolderEntry = Placed<RightsHolderImport>
export type SeriesEntry = Findable<Pictured<SeriesImport>>
export type CategoryEntry = Findable<Placed<CategoryImport>>
export type ItemEntry = Findable<Pictured<ItemImport>> & { contentAccessPlace: Place }
/** An ebook, with the folder or archive of its pages. */
export type EbookEntry = Placed<EbookImport> & { pages: PictureRef | undefined }
/** A video, with its files. `captions` have a file for each language. */
export type VideoEntry = Placed<VideoImport> & {
  video: PictureRef | undefined
  description: PictureRef | undefined
  poster: PictureRef | undefined
  captions: (PictureRef & { language: string })[]
}
export type ContentEntry = Placed<ContentImport & { oddsText: string | undefined }>
export type PackEntry = Findable<Pictured<PackImport>> & { contents: ContentEntry[] }
export type BannerEntry = Pictured<BannerImport>
export type ExternalProductEntry = Pictured<ExternalProductImport>
export type AnnouncementEntry = Placed<AnnouncementImport>
export type EventEntry = Pictured<EventImport>

/** A catalogue folder after every value was understood. */
export type Catalogue = IssueEntries & {
  rightsHolders: RightsHolderEntry[]
  series: SeriesEntry[]
  categories: CategoryEntry[]
  items: ItemEntry[]
  ebooks: EbookEntry[]
  videos: VideoEntry[]
  packs: PackEntry[]
  /** undefined when the folder does not have them; else the whole list. */
  banners: BannerEntry[] | undefined
  externalProducts: ExternalProductEntry[] | undefined
  announcements: AnnouncementEntry[] | undefined
  events: EventEntry[] | undefined
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

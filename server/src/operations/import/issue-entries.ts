import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { MarketSettings } from '../../market/listing/import-market.ts'
import type { CampaignImport } from '../../money/point/import-queries.ts'
import type { AirdropImport, ReservationImport } from '../../shop/airdrop/import-queries.ts'
import type { PasscodeImport } from '../../shop/passcode/import-queries.ts'
import type { Place } from './catalogue.ts'

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

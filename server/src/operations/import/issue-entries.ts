import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { Words } from '@kura/contract/ids'
import type { MarketSettings } from '../../market/listing/import-market.ts'
import type { Place } from './catalogue.ts'

export type PasscodeEntry = {
  place: Place
  /** SHA-256 of its one spelling, hex; empty when the code is none. The code itself is kept nowhere. */
  codeHash: string
  packId: string
  usesMost: number
  startsAt: Date | undefined
  endsAt: Date | undefined
}
export type AirdropEntry = {
  place: Place
  id: string
  name: Words
  description: Words
  packId: string
  packsEach: number
  isForAll: boolean
  startsAt: Date | undefined
  endsAt: Date | undefined
}
/** `who` is an e-mail address, a Flow address or a member's id, in small letters. */
export type ReservationEntry = { place: Place; airdropId: string; who: string }
export type CampaignEntry = {
  place: Place
  id: string
  name: Words
  occasion: 'sign-up' | 'wallet-link' | 'purchase'
  amount: number | undefined
  percent: number | undefined
  validDays: number
  startsAt: Date | undefined
  endsAt: Date | undefined
}
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

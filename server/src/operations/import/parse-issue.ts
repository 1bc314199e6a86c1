import { limits } from '@kura/contract/limits'
import { findEmail } from '../../identity/member/email-address.ts'
import { readWho } from '../../shop/airdrop/read-who.ts'
import { hashOfPasscode, readPasscode } from '../../shop/passcode/passcode-form.ts'
import type {
  AirdropEntry,
  CampaignEntry,
  MarketEntry,
  OperatorEntry,
  PasscodeEntry,
  ReservationEntry,
} from './catalogue.ts'
import { percentOf, placeOf } from './parse-rows.ts'
import type { RowReader } from './row.ts'

/** From and until, the second after the first. */
function termOf(read: RowReader): { startsAt: Date | undefined; endsAt: Date | undefined } {
  const startsAt = read.instant('from')
  const endsAt = read.instant('until')
  if (startsAt && endsAt && startsAt >= endsAt) read.fault('until', 'is not after from')
  return { startsAt, endsAt }
}

/** A passcode entry. */
export function parsePasscode(read: RowReader): PasscodeEntry {
  const code = read.text('code', 100)
  const plain = readPasscode(code)
  if (code !== '' && plain === undefined)
    read.fault('code', `"${code}" is no passcode: 4 to 64 letters and digits, with hyphens where you like`)
  return {
    place: placeOf(read),
    codeHash: plain === undefined ? '' : hashOfPasscode(plain).toString('hex'),
    packId: read.slug('pack'),
    usesMost: read.optionalNumber('uses', 1, 1_000_000) ?? 1,
    ...termOf(read),
  }
}

/** An airdrop entry. */
export const parseAirdrop = (read: RowReader): AirdropEntry => ({
  place: placeOf(read),
  id: read.slug('id'),
  name: read.words('name', 80),
  description: read.words('description', 2000, false),
  packId: read.slug('pack'),
  packsEach: read.optionalNumber('each', 1, 100) ?? 1,
  isForAll: read.choice('for', ['all', 'reserved'], 'all') === 'all',
  ...termOf(read),
})

/** One for whom an airdrop is. */
export function parseReservation(read: RowReader): ReservationEntry {
  const text = read.text('who', 254)
  const who = readWho(text)
  if (text !== '' && who === undefined)
    read.fault('who', `"${text}" is no e-mail address, no Flow address (0x and 16 digits) and no member's id`)
  return { place: placeOf(read), airdropId: read.slug('airdrop'), who: who ?? '' }
}

/** A campaign that gives free points by itself. */
export function parseCampaign(read: RowReader): CampaignEntry {
  const occasion = read.choice('occasion', ['sign-up', 'wallet-link', 'purchase'])
  const amount = read.optionalNumber('amount', 1, 1_000_000)
  const percent = read.optionalNumber('percent', 1, 100)
  const isGiven = (name: string): boolean => read.row.cells.has(name)
  if (isGiven('amount') === isGiven('percent'))
    read.fault(isGiven('amount') ? 'percent' : 'amount', 'a campaign gives either an amount of points or a percentage')
  if (isGiven('percent') && occasion !== 'purchase')
    read.fault('percent', 'only a campaign for purchases gives a percentage')
  return {
    place: placeOf(read),
    id: read.slug('id'),
    name: read.words('name', 80),
    occasion,
    amount,
    percent,
    validDays: read.optionalNumber('days', 1, 3650) ?? limits.pointDays,
    ...termOf(read),
  }
}

/** Who runs the shop. */
export function parseOperator(read: RowReader): OperatorEntry {
  const email = read.text('email', 254)
  if (email !== '' && findEmail(email) === undefined) read.fault('email', `"${email}" is no e-mail address`)
  const invoiceNumber = read.optionalText('invoice', 20) ?? ''
  if (invoiceNumber !== '' && !/^T\d{13}$/.test(invoiceNumber))
    read.fault('invoice', `"${invoiceNumber}" is no registration number for invoices: T and 13 digits`)
  return {
    place: placeOf(read),
    name: read.words('name', 200),
    representative: read.words('representative', 200),
    address: read.words('address', 400),
    phone: read.text('phone', 40),
    email,
    hours: read.words('hours', 200),
    invoiceNumber,
  }
}

/** The shop's rules of selling between members. */
export function parseMarket(read: RowReader): MarketEntry {
  read.need('fee')
  const [priceLeastYen, priceMostYen] = [
    read.number('price.least', 1, 9_999_999),
    read.number('price.most', 1, 9_999_999),
  ]
  if (priceMostYen < priceLeastYen) read.fault('price.most', 'is below price.least')
  return {
    place: placeOf(read),
    feeBps: percentOf(read, 'fee') ?? 0,
    priceLeastYen,
    priceMostYen,
    listingDays: read.number('days', 1, 365),
    clearingDays: read.optionalNumber('clearing', 0, 180) ?? 7,
    floorPercent: read.optionalNumber('below-floor.percent', 0, 100) ?? 50,
    graceSeconds: read.optionalNumber('below-floor.grace', 0, 3600) ?? 90,
    circleDays: read.optionalNumber('circle.days', 0, 365) ?? 30,
    circleTrades: read.optionalNumber('circle.trades', 1, 100) ?? 1,
    pairTrades: read.optionalNumber('circle.pair', 2, 1000) ?? 5,
  }
}

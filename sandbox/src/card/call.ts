import type { Storm } from '../shared/storm.ts'
import type { CardTokens } from './card-tokens.ts'
import { jstStamp, type GatewayClock } from './gateway-clock.ts'
import type { Member, MemberBook } from './member-book.ts'
import { CardRefusal } from './refusals.ts'
import type { JobCd, Trade, TradeBook, TradeStatus } from './trade-book.ts'

export type Form = Readonly<Record<string, string | undefined>>
export type Shop = { id: string; pass: string }
/** Where members and their cards are kept; it has an id and a password of its own. */
export type Site = { id: string; pass: string }
export type CallContext = {
  book: TradeBook
  tokens: CardTokens
  shop: Shop
  members: MemberBook
  site: Site
  storm: Storm
  clock: GatewayClock
  /** Address of a challenge page for the browser. */
  challengeUrl(id: string): string
  /** Notifies the shop of a change; must not be awaited. */
  announce(trade: Trade): void
}
/** One call of the gateway: fields in, fields out, or a CardRefusal. */
export type Call = (context: CallContext, form: Form) => Promise<Record<string, string>>

const jobs = ['CHECK', 'CAPTURE', 'AUTH', 'SAUTH'] as const
/** True for a job an order may start with. */
export const isJob = (text: string | undefined): text is JobCd => jobs.some((job) => job === text)

/** Refuses with the code of every check that is bad. */
export const refuseAny = (checks: readonly (readonly [string, boolean])[]) => {
  const wrong = checks.filter(([, bad]) => bad).map(([errInfo]) => errInfo)
  if (wrong.length > 0) throw new CardRefusal(...wrong)
}

/** Refuses a caller that is not the shop. */
export function checkShop({ shop }: CallContext, { ShopID, ShopPass }: Form) {
  refuseAny([
    ['E01010001', !ShopID],
    ['E01020001', !ShopPass],
  ])
  refuseAny([['E01030002', ShopID !== shop.id || ShopPass !== shop.pass]])
}

/** Refuses a caller that may not use the site's members. */
export function checkSite({ site }: CallContext, { SiteID, SitePass }: Form) {
  refuseAny([
    ['E01190001', !SiteID],
    ['E01200001', !SitePass],
  ])
  refuseAny([['E01210002', SiteID !== site.id || SitePass !== site.pass]])
}

/** The MemberID of a form; refuses one that cannot be. */
export function readMemberId({ MemberID = '' }: Form): string {
  refuseAny([
    ['E01220001', MemberID === ''],
    ['E01220005', MemberID.length > 60],
    ['E01220008', !/^[A-Za-z0-9\-@_.]*$/.test(MemberID)],
  ])
  return MemberID
}

/** The member of this MemberID; refuses when there is none. */
export function findMember(context: CallContext, form: Form): Member {
  checkSite(context, form)
  const member = context.members.find(readMemberId(form))
  if (!member) throw new CardRefusal('E01390002')
  return member
}

/** The trade of this AccessID and AccessPass; refuses when there is none. */
export function findTrade({ book }: CallContext, { AccessID, AccessPass }: Form): Trade {
  refuseAny([
    ['E01090001', !AccessID],
    ['E01100001', !AccessPass],
  ])
  const trade = book.byAccess(AccessID ?? '')
  if (!trade || trade.accessPass !== AccessPass) throw new CardRefusal('E01110002')
  return trade
}

/** Advances a trade; on disk before it is announced. */
export async function move(context: CallContext, trade: Trade, status: TradeStatus, change: Partial<Trade> = {}) {
  const at = context.clock()
  const moved: Trade = {
    ...trade,
    ...change,
    status,
    processDate: jstStamp(at),
    history: [...trade.history, { at: at.toISOString(), status, errInfo: change.errInfo }],
  }
  await context.book.save(moved)
  context.announce(moved)
  return moved
}

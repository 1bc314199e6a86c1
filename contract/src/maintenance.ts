import type { PathSpec } from './path-spec.ts'
import { paths } from './paths.ts'
import type { CallName } from './paths.ts'

/** `read-only`: nothing new is written. `no-payments`: nothing new is paid. `whole`: nothing is shown either. */
export const maintenanceModes = ['read-only', 'no-payments', 'whole'] as const
export type MaintenanceMode = (typeof maintenanceModes)[number]

/**
 * Calls that no maintenance refuses: what gateways and wallets did already is still reported, a
 * purchase that began is paid or given up, and a person can sign out or stop what a stranger began.
 */
const alwaysOpen = [
  'listMaintenance',
  'currentTimestamp',
  'signOut',
  'refresh',
  'account',
  'endSessions',
  'endOneSession',
  'disconnectService',
  'cardNotice',
  'paidyNotice',
  'entryOrderBuy',
  'buyPaidy',
  'buyTokenCredit',
  'buyTokenCreditPoint',
  'buyTokenPaidy',
  'buyTokenPaidyPoint',
  'tradeNft',
  'cancelOrder',
  'showTrade',
  'showTransaction',
  'reportTransaction',
  'reportListing',
  'reportTransfer',
  'reportGift',
  'rollBackListing',
  'rollBackTransfer',
  'cancelDeletion',
  'stopDeletion',
  'cancelFlowRecovery',
  'stopFlowRecovery',
  'unsubscribeMail',
] as const satisfies readonly CallName[]

/** Calls that begin a payment or a payout. */
const beginningPayments = [
  'entryOrderNewCard',
  'entryOrderSelectedCard',
  'entryOrderPaidy',
  'buyPoint',
  'paymentUrlCredit',
  'paymentUrlCreditPoint',
  'enterTokenNewCard',
  'enterTokenNewCardPoint',
  'enterTokenSelectedCard',
  'enterTokenSelectedCardPoint',
  'enterTokenPaidy',
  'buyTokenPoint',
  'requestPayout',
  'useProceeds',
] as const satisfies readonly CallName[]

const keyOf = ({ method, path }: Pick<PathSpec, 'method' | 'path'>): string => `${method} ${path}`
const keysOf = (names: readonly CallName[]): ReadonlySet<string> => new Set(names.map((name) => keyOf(paths[name])))
const open = keysOf(alwaysOpen)
const payments = keysOf(beginningPayments)

/** Whether maintenance in this mode refuses the call. */
export function isRefusedIn(mode: MaintenanceMode, call: Pick<PathSpec, 'method' | 'path'>): boolean {
  const key = keyOf(call)
  if (open.has(key)) return false
  if (mode === 'no-payments') return payments.has(key)
  return mode === 'whole' || call.method !== 'GET'
}

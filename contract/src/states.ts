/**
 * Every state machine of Kura as data. A move is made by `update … where state = <from>` after a look into the table; the database checks the names too.
 */
export const orderMoves = {
  reserved: ['authorised', 'captured', 'expired', 'quarantined'],
  authorised: ['captured', 'expired', 'quarantined'],
  captured: ['delivered', 'refunding'],
  delivered: ['refunding'],
  refunding: ['refunded'],
  refunded: [],
  /** Money that came after the end goes back. */
  expired: ['refunding'],
  /** The gateway contradicts our books: ends by the operator's hand, when it holds nothing of it any more. */
  quarantined: ['expired'],
} as const satisfies Record<string, readonly string[]>
export type OrderState = keyof typeof orderMoves

export const paymentMoves = {
  // the gateway is believed wherever we stand
  entering: ['executing', 'captured', 'declined', 'unknown'],
  executing: ['challenged', 'captured', 'declined', 'unknown'],
  challenged: ['securing', 'captured', 'declined', 'unknown'],
  securing: ['captured', 'declined', 'unknown'],
  unknown: ['securing', 'captured', 'declined'],
  captured: ['refunding'],
  refunding: ['refunded'],
  refunded: [],
  /** The gateway took the money although we had given the payment up. */
  declined: ['captured'],
} as const satisfies Record<string, readonly string[]>
export type PaymentState = keyof typeof paymentMoves

export const openingMoves = {
  opened: ['minting', 'stuck'],
  minting: ['sealed', 'stuck', 'opened'],
  stuck: ['opened', 'minting', 'sealed', 'refunded'],
  sealed: [],
  refunded: [],
} as const satisfies Record<string, readonly string[]>
export type OpeningState = keyof typeof openingMoves

export const chainTransactionMoves = {
  // straight to sealed when the chain already has everything, by another transaction
  intended: ['signed', 'sealed', 'failed'],
  signed: ['sent', 'sealed', 'failed', 'intended'],
  sent: ['sealed', 'failed', 'intended'],
  sealed: [],
  failed: ['intended'],
} as const satisfies Record<string, readonly string[]>
export type ChainTransactionState = keyof typeof chainTransactionMoves

/** A recovery of the linked wallet: asked by the member, decided by the operator, done after the cooling-off time. */
export const walletChangeMoves = {
  requested: ['approved', 'refused', 'cancelled', 'void'],
  approved: ['done', 'refused', 'cancelled', 'void'],
  done: [],
  refused: [],
  cancelled: [],
  /** The new address went to somebody else meanwhile. */
  void: [],
} as const satisfies Record<string, readonly string[]>
export type WalletChangeState = keyof typeof walletChangeMoves

/**
 * A listing: signed by us (drafted), run by the seller's wallet as its browser reported (pending), then as the chain says. Only the
 * index opens one, and only it ends one that was open, but for running out of time.
 */
export const listingMoves = {
  drafted: ['pending', 'open', 'ending', 'sold', 'ended', 'given-up'],
  pending: ['open', 'ending', 'sold', 'ended', 'given-up'],
  open: ['held', 'ending', 'sold', 'ended'],
  /** Reserved by an order that is being paid. Given up, it is open again, or on its way out where its seller may not sell any more. */
  held: ['open', 'ending', 'sold', 'ended'],
  /** Cancelled by the seller, or signed by one who may not sell any more: shown to nobody any more, until the chain has it too. */
  ending: ['sold', 'ended'],
  sold: [],
  /** A delivery that the node listed late. */
  ended: ['sold'],
  /** A wallet that took its time: what the seller signed counts, whenever it comes. */
  'given-up': ['open', 'ending', 'sold', 'ended'],
} as const satisfies Record<string, readonly string[]>
export type ListingState = keyof typeof listingMoves

/**
 * A paid order for a listing. Our agent delivers; the seller's money rests until it has cleared. `failed` is proven to be never delivered:
 * its order goes back. `undone`: given back after it was delivered.
 */
export const tradeMoves = {
  delivering: ['delivered', 'failed'],
  delivered: ['settled', 'undone'],
  settled: ['undone'],
  failed: [],
  undone: [],
} as const satisfies Record<string, readonly string[]>
export type TradeState = keyof typeof tradeMoves

/** Why a listing is over. A price never comes back: also one whose token returned stays ended. */
export const listingEnds = [
  'cancelled',
  'agent',
  'replaced',
  'expired',
  'revoked',
  'hidden',
  'moved',
  'burned',
  'all-cancelled',
  'cleaned-up',
  'key-revoked',
  'chain-reset',
] as const
export type ListingEnd = (typeof listingEnds)[number]

/**
 * Why our agent ends a listing: its seller wants it, was banned, has another wallet, sells by trade and must tell buyers more; the member it was
 * meant for has another wallet, which the signed terms do not name; or the chain would not deliver it.
 */
export const withdrawCauses = ['seller', 'ban', 'wallet', 'notice', 'target', 'chain'] as const
export type TakenBackCause = (typeof withdrawCauses)[number]
/** Why all listings of one seller are withdrawn at once. */
export type AllEndedCause = Extract<TakenBackCause, 'seller' | 'ban' | 'wallet' | 'notice'>

/** A token that its owner's wallet was asked to move. Only the index says that it arrived, whatever was thought before. */
export const transferMoves = {
  drafted: ['pending', 'sealed', 'given-up'],
  pending: ['sealed', 'given-up', 'failed'],
  sealed: [],
  /** A wallet that took its time. */
  'given-up': ['sealed'],
  /** The transaction that was reported failed; another one may have brought it. */
  failed: ['sealed'],
} as const satisfies Record<string, readonly string[]>
export type TransferState = keyof typeof transferMoves

/**
 * A gift. One to an address goes as a transfer does. One by mail stands on chain as an order for nothing (open), is claimed by one member,
 * and sealed once our agent delivered it; or it ends, and the token never left its giver.
 */
export const giftMoves = {
  drafted: ['pending', 'open', 'ending', 'sealed', 'ended', 'given-up'],
  pending: ['open', 'ending', 'sealed', 'ended', 'given-up', 'failed'],
  open: ['claimed', 'ending', 'sealed', 'ended'],
  /** Our agent delivers it. */
  claimed: ['sealed', 'ended'],
  /** Cancelled: cannot be claimed any more, until the chain has it too. */
  ending: ['sealed', 'ended'],
  sealed: [],
  /** A delivery that the node listed late. */
  ended: ['sealed'],
  'given-up': ['open', 'ending', 'sealed', 'ended'],
  failed: ['open', 'ending', 'sealed', 'ended'],
} as const satisfies Record<string, readonly string[]>
export type GiftState = keyof typeof giftMoves

/**
 * Why a gift by mail is over without having arrived. `withdrawn`: by us, because its giver was banned or changed the wallet, or our key
 * was revoked. `undelivered`: claimed, but the chain would not deliver it in time.
 */
export const giftEnds = ['cancelled', 'expired', 'moved', 'replaced', 'withdrawn', 'undelivered'] as const
export type GiftEnd = (typeof giftEnds)[number]

type Moves = Record<string, readonly string[]>
type StateOf<M extends Moves> = keyof M & string

/** The names of the states of a table, for a schema. */
const namesOf = <M extends Moves>(moves: M) => Object.keys(moves) as [StateOf<M>, ...StateOf<M>[]]
export const orderStates = namesOf(orderMoves)
export const paymentStates = namesOf(paymentMoves)
export const openingStates = namesOf(openingMoves)
export const walletChangeStates = namesOf(walletChangeMoves)
export const listingStates = namesOf(listingMoves)
export const transferStates = namesOf(transferMoves)
export const giftStates = namesOf(giftMoves)
export const tradeStates = namesOf(tradeMoves)

/** A pack before and after its selling term, and within it. Told by its times and its stock, so nothing moves it. */
export const packStates = ['before', 'on', 'sold-out', 'after'] as const

/** Every state from which the table of moves leads to `to`. */
export const fromStates = <M extends Moves>(moves: M, to: StateOf<M>): StateOf<M>[] =>
  namesOf(moves).filter((from) => canMove(moves, from, to))

/** Fails unless the table has the move from each of these states; staying is no move. */
export function checkMoves<M extends Moves>(moves: M, from: readonly StateOf<M>[], to: StateOf<M>): void {
  for (const state of from)
    if (state !== to && !canMove(moves, state, to)) throw new Error(`no move leads from ${state} to ${to}`)
}

/** What people see of a purchase of a pack: four steps. */
export const publicSteps = ['paid', 'minting', 'sealed', 'delivered'] as const
/** Of a purchase from another member: our agent sends the token. */
export const tradeSteps = ['paid', 'sending', 'sealed', 'delivered'] as const
export type PublicStep = (typeof publicSteps)[number] | (typeof tradeSteps)[number]

/** Whether the table of moves allows `from` → `to`. */
const canMove = (moves: Moves, from: string, to: string): boolean => moves[from]?.includes(to) ?? false

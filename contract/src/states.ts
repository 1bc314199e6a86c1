/**
 * Every state machine of Kura as data. A move is `update … where state = <from>` after a check of
 * the table; the database checks the names, too.
 */
export const orderMoves = {
  reserved: ['authorised', 'captured', 'expired', 'quarantined'],
  authorised: ['captured', 'expired', 'quarantined'],
  captured: ['delivered', 'refunding'],
  delivered: ['refunding'],
  refunding: ['refunded'],
  refunded: [],
  /** A payment that arrives after the end is refunded. */
  expired: ['refunding'],
  /**
   * The gateway contradicts our books: an operator ends it, once the gateway holds nothing of it.
   */
  quarantined: ['expired'],
} as const satisfies Record<string, readonly string[]>
export type OrderState = keyof typeof orderMoves

export const paymentMoves = {
  // the gateway's word counts, whatever our state
  entering: ['executing', 'captured', 'declined', 'unknown'],
  executing: ['challenged', 'captured', 'declined', 'unknown'],
  challenged: ['securing', 'captured', 'declined', 'unknown'],
  securing: ['captured', 'declined', 'unknown'],
  unknown: ['securing', 'captured', 'declined'],
  captured: ['refunding'],
  refunding: ['refunded'],
  refunded: [],
  /** The gateway took the money although we had given up the payment. */
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
  // directly to sealed when another transaction has already put everything on chain
  intended: ['signed', 'sealed', 'failed'],
  signed: ['sent', 'sealed', 'failed', 'intended'],
  sent: ['sealed', 'failed', 'intended'],
  sealed: [],
  failed: ['intended'],
} as const satisfies Record<string, readonly string[]>
export type ChainTransactionState = keyof typeof chainTransactionMoves

/**
 * A wallet recovery: requested by the member, decided by the operator, done after the cooling-off
 * time.
 */
export const walletChangeMoves = {
  requested: ['approved', 'refused', 'cancelled', 'void'],
  approved: ['done', 'refused', 'cancelled', 'void'],
  done: [],
  refused: [],
  cancelled: [],
  /** Another member has linked the new address meanwhile. */
  void: [],
} as const satisfies Record<string, readonly string[]>
export type WalletChangeState = keyof typeof walletChangeMoves

/** An export of a member's own data: written by a worker, there for a day. */
export const exportMoves = {
  requested: ['writing'],
  // again after a worker died
  writing: ['writing', 'ready', 'failed'],
  ready: ['expired'],
  failed: [],
  expired: [],
} as const satisfies Record<string, readonly string[]>

/**
 * A member's request to be deleted. `blocked`: something was open when it came due, so nothing was
 * deleted and the member may ask again.
 */
export const deletionMoves = {
  requested: ['cancelled', 'blocked', 'done'],
  cancelled: [],
  blocked: [],
  done: [],
} as const satisfies Record<string, readonly string[]>
export type DeletionState = keyof typeof deletionMoves

/**
 * A listing: signed by us (drafted), run by the seller's wallet as its browser reported (pending),
 * then as the chain says. Only the index opens a listing, and only it ends an open one, except when
 * it expires.
 */
export const listingMoves = {
  drafted: ['pending', 'open', 'ending', 'sold', 'ended', 'given-up'],
  pending: ['open', 'ending', 'sold', 'ended', 'given-up'],
  open: ['held', 'ending', 'sold', 'ended'],
  /**
   * Reserved by an order that is being paid. Released, it is open again, or ending when its seller
   * may not sell any more.
   */
  held: ['open', 'ending', 'sold', 'ended'],
  /**
   * Cancelled, or signed by a seller who may not sell any more: hidden, until the chain has ended
   * it, too.
   */
  ending: ['sold', 'ended'],
  sold: [],
  /** A delivery that the node reported late. */
  ended: ['sold'],
  /** A slow wallet: what the seller signed counts, whenever it arrives. */
  'given-up': ['open', 'ending', 'sold', 'ended'],
} as const satisfies Record<string, readonly string[]>
export type ListingState = keyof typeof listingMoves

/**
 * A paid order for a listing. Our agent delivers; the seller's money is held until it clears.
 * `failed`: proven never to be delivered, so the order is refunded. `undone`: refunded after the
 * delivery.
 */
export const tradeMoves = {
  delivering: ['delivered', 'failed'],
  delivered: ['settled', 'undone'],
  settled: ['undone'],
  failed: [],
  undone: [],
} as const satisfies Record<string, readonly string[]>
export type TradeState = keyof typeof tradeMoves

/** Why a listing ended. A listing never reopens, even when its token returns. */
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
 * Why our agent ends a listing. Its seller cancelled it, was banned, changed wallets, or is a
 * professional whose notice is incomplete. Its only buyer changed wallets, which the signed terms
 * do not name. Or the chain would not deliver it.
 */
export const withdrawCauses = ['seller', 'ban', 'wallet', 'notice', 'target', 'chain'] as const
export type WithdrawalCause = (typeof withdrawCauses)[number]
/** Why all listings of one seller are withdrawn at once. */
export type AllEndedCause = Extract<WithdrawalCause, 'seller' | 'ban' | 'wallet' | 'notice'>

/**
 * A token that its owner's wallet was asked to move. Only the index says that it arrived, whatever
 * the state before.
 */
export const transferMoves = {
  drafted: ['pending', 'sealed', 'given-up'],
  pending: ['sealed', 'given-up', 'failed'],
  sealed: [],
  /** A slow wallet. */
  'given-up': ['sealed'],
  /** The reported transaction failed; another one may have delivered it. */
  failed: ['sealed'],
} as const satisfies Record<string, readonly string[]>
export type TransferState = keyof typeof transferMoves

/**
 * A gift. One to an address goes like a transfer. One by mail is a free order on chain (open) that
 * one member claims; it is sealed once our agent has delivered it. If it ends before that, the
 * token never left the giver.
 */
export const giftMoves = {
  drafted: ['pending', 'open', 'ending', 'sealed', 'ended', 'given-up'],
  pending: ['open', 'ending', 'sealed', 'ended', 'given-up', 'failed'],
  open: ['claimed', 'ending', 'sealed', 'ended'],
  /** Our agent delivers it. */
  claimed: ['sealed', 'ended'],
  /** Cancelled: cannot be claimed any more, until the chain has ended it, too. */
  ending: ['sealed', 'ended'],
  sealed: [],
  /** A delivery that the node reported late. */
  ended: ['sealed'],
  'given-up': ['open', 'ending', 'sealed', 'ended'],
  failed: ['open', 'ending', 'sealed', 'ended'],
} as const satisfies Record<string, readonly string[]>
export type GiftState = keyof typeof giftMoves

/**
 * Why a gift by mail ended without arriving. `withdrawn`: by us, because its giver was banned or
 * changed wallets, or our key was revoked. `undelivered`: claimed, but not delivered in time.
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

/**
 * A pack before, in and after its selling term. Derived from its times and stock, so nothing moves
 * it.
 */
export const packStates = ['before', 'on', 'sold-out', 'after'] as const

/** Every state from which the table allows a move to `to`. */
export const fromStates = <M extends Moves>(moves: M, to: StateOf<M>): StateOf<M>[] =>
  namesOf(moves).filter((from) => canMove(moves, from, to))

/** Fails unless the table allows the move from each of these states; staying is not a move. */
export function checkMoves<M extends Moves>(moves: M, from: readonly StateOf<M>[], to: StateOf<M>): void {
  for (const state of from)
    if (state !== to && !canMove(moves, state, to)) throw new Error(`no move leads from ${state} to ${to}`)
}

/** The four steps of a pack purchase, as members see them. */
export const publicSteps = ['paid', 'minting', 'sealed', 'delivered'] as const
/** The steps of a purchase from another member: our agent sends the token. */
export const tradeSteps = ['paid', 'sending', 'sealed', 'delivered'] as const
export type PublicStep = (typeof publicSteps)[number] | (typeof tradeSteps)[number]

/** Whether the table of moves allows `from` → `to`. */
const canMove = (moves: Moves, from: string, to: string): boolean => moves[from]?.includes(to) ?? false

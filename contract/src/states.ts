/** Every state machine of Kura as data. A move is made by `update … where state = <from>`; the database checks the names too. */
export const orderMoves = {
  reserved: ['authorised', 'captured', 'expired', 'quarantined'],
  authorised: ['captured', 'expired', 'quarantined'],
  captured: ['delivered', 'refunding', 'quarantined'],
  delivered: ['refunding'],
  refunding: ['refunded', 'quarantined'],
  refunded: [],
  /** Money that came after the end goes back. */
  expired: ['refunding'],
  quarantined: ['refunding', 'captured'],
} as const satisfies Record<string, readonly string[]>
export type OrderState = keyof typeof orderMoves

export const cardPaymentMoves = {
  entering: ['executing', 'declined', 'unknown'],
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
export type CardPaymentState = keyof typeof cardPaymentMoves

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

/** What people see of a purchase: four steps. */
export const publicSteps = ['paid', 'minting', 'sealed', 'delivered'] as const
export type PublicStep = (typeof publicSteps)[number]

/** Whether the table of moves allows `from` → `to`. */
export const canMove = (moves: Record<string, readonly string[]>, from: string, to: string): boolean =>
  moves[from]?.includes(to) ?? false

export const sources = ['card', 'paidy', 'chain'] as const
/** Whose books ours are compared with. */
export type Source = (typeof sources)[number]
export type Gateway = Exclude<Source, 'chain'>

/** Every kind of difference, and what a person does about it; docs/operations.md says more. */
export const differenceKinds = {
  'extra-capture': 'find out whose payment it is; refund it at the gateway unless it is explained',
  'capture-missing': 'the buyer has not paid: ask the gateway, then settle with the buyer and close by hand',
  'refund-missing': 'refund the money at the gateway, since the buyer was informed of the refund',
  'extra-refund':
    'find out who refunded it; `kura refund` the order if its pack is unopened, else claim or accept and close',
  'wrong-amount': 'compare both histories of the payment and correct the one that is wrong at the gateway',
  'open-agreement': 'end the authorisation at the gateway, so that the buyer has the credit again',
  unanswered: 'check the payment in the screens of the gateway',
  'foreign-token': 'find out who minted it: if it was not the agent by your hand, pause minting and change its keys',
  'missing-event': 'run `kura reindex`; the node may have left out a block',
  'extra-event': 'run `kura reindex`; the rows have an event that the chain does not know',
  'wrong-owner': 'run `kura reindex`, then compare once more',
  'unreadable-vault':
    'check what its owner has put there: `kura reconcile chain` asks again; the other vaults are compared',
  'missing-token': 'run `kura reindex`, then compare once more',
  'extra-token': 'run `kura reindex`; a row names a token that was never minted',
} as const
export type DifferenceKind = keyof typeof differenceKinds

/** One thing that two books say differently; `subject` is what it is known by at the other side. */
export type Difference = {
  kind: DifferenceKind
  subject: string
  what: string
  orderId: string | null
  /** The gateway's own id of the payment, or the account that holds the token. */
  paymentRef: string | null
  tokenId: string | null
  amountYen: number | null
  /** Whose book has it and the other's not. */
  direction: 'ours' | 'theirs'
}

/** What to do about an open item of any source. */
export const adviceOn = (kind: string): string =>
  kind in differenceKinds
    ? differenceKinds[kind as DifferenceKind]
    : 'points were spent before their purchase was refunded: settle it with the member, then close by hand'

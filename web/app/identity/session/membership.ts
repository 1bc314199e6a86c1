/** What a visitor is: a guest, a member without a wallet, one whose wallet owns no collection, or a full member. */
export type Standing = 'guest' | 'member' | 'without-collection' | 'full'
/**
 * What a visitor needs before listing, buying or gifting: nothing, signing in, linking a wallet, or
 * creating its collection.
 */
export type Gate = 'open' | 'sign-in' | 'link-wallet' | 'create-collection'

type Known = {
  userId: string | undefined
  flowAddress: string
  /**
   * Whether the wallet owns a collection; undefined until the chain was asked. Linking creates it.
   */
  hasCollection?: boolean | undefined
}

/** The standing of a visitor, from the session and the chain. */
export function standingOf({ userId, flowAddress, hasCollection }: Known): Standing {
  if (userId === undefined) return 'guest'
  if (flowAddress === '') return 'member'
  return hasCollection === false ? 'without-collection' : 'full'
}

const gates: Record<Standing, Gate> = {
  guest: 'sign-in',
  member: 'link-wallet',
  'without-collection': 'create-collection',
  full: 'open',
}

/**
 * Whether a visitor may list, buy or gift, and what is needed first. The server decides on its own.
 */
export const gateOf = (standing: Standing): Gate => gates[standing]

/** Whether a wallet is ready to receive pieces: its address is known and it owns a collection. */
export const isWalletReady = (flowAddress: string, hasCollection: boolean | undefined): boolean =>
  flowAddress !== '' && hasCollection === true

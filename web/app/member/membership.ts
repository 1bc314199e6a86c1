/** What a visitor is: a guest, a member without a wallet, or a full member, whose linked wallet owns a collection. */
export type Standing = 'guest' | 'member' | 'full'
/** What only full members can do. */
export const gatedActs = ['list', 'buy', 'gift'] as const
export type GatedAct = (typeof gatedActs)[number]
/** What stands between a visitor and an act: nothing, signing in, or linking a wallet. */
export type Gate = 'open' | 'sign-in' | 'link-wallet'

type Known = {
  userId: string | undefined
  flowAddress: string
  /** Whether the wallet owns a collection; undefined while nobody has asked the chain. Linking creates it. */
  hasCollection?: boolean | undefined
}

/** The standing of a visitor by what the session and the chain say. */
export function standingOf({ userId, flowAddress, hasCollection }: Known): Standing {
  if (userId === undefined) return 'guest'
  return flowAddress !== '' && hasCollection !== false ? 'full' : 'member'
}

const gates: Record<Standing, Gate> = { guest: 'sign-in', member: 'link-wallet', full: 'open' }

/** Whether somebody may list, buy or gift, and what they are asked for first if not. The server decides the same by itself. */
export const gateOf = (_act: GatedAct, standing: Standing): Gate => gates[standing]

/** Whether a wallet is ready to receive pieces: its address is known and it owns a collection. */
export const isWalletReady = (flowAddress: string, hasCollection: boolean | undefined): boolean =>
  flowAddress !== '' && hasCollection === true

import { defineEvent, definePort } from '../../platform/event.ts'
import type { Db } from '../../platform/db/connect.ts'

/** What followed the wallet or was ended by its change, by name. Written into the audit. */
export type MovedCounts = Partial<
  Record<'openings' | 'trades' | 'claims' | 'listings' | 'listingsFor' | 'gifts', number>
>

/** A member has another wallet, whose row is locked. What is not on its way goes to the new vault. */
export const walletMoved = defineEvent<{ memberId: string; newAddress: string }, MovedCounts>('WalletMoved')

/** A member asked for another wallet: nothing more may be sent to the one that may be lost. */
export const recoveryRequested = defineEvent<{ memberId: string }>('RecoveryRequested')

/** What the wallet must ask the modules above before a link moves. */
export const vaultUse = definePort<{
  /** Whether something is being minted into the vault the member has now. */
  isMinting: (db: Db, memberId: string) => Promise<boolean>
}>('VaultUse')

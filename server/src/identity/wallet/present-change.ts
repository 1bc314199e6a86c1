import type { WalletChangeView } from '@kura/contract/identity/wallet'
import type { ChangeRow } from './change-queries.ts'

/** A change of the wallet as its member sees it. */
export const presentChange = (row: ChangeRow): WalletChangeView => ({
  changeId: row.id,
  state: row.state,
  oldAddress: row.oldAddress,
  newAddress: row.newAddress,
  requestedAt: row.requestedAt.toISOString(),
  effectiveAt: row.effectiveAt?.toISOString() ?? null,
})

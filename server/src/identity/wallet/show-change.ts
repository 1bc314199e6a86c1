import type { WalletChangeView } from '@kura/contract/identity/wallet'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { findLatest } from './change-queries.ts'
import { presentChange } from './present-change.ts'

/** The member's latest change of the wallet, open or over. */
export async function showChange(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
): Promise<{ change: WalletChangeView | null }> {
  const row = await findLatest(sql, memberId)
  return { change: row ? presentChange(row) : null }
}

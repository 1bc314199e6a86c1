import type { AirdropStatus, PackView } from '@kura/contract/shop/pack'

type Counts = Pick<AirdropStatus, 'status' | 'packs' | 'opened' | 'delivered'>
type Kind = PackView['kind']

/** How often a claim on its way is looked at, and one about which the member has something to do. */
const [onItsWayMs, idleMs] = [2000, 30_000]

/** Packs whose contents are known open by themselves; a random one waits for its owner. */
export const opensItself = (kind: Kind): boolean => kind !== 'random'

/** Whether something of a claim is on its way to the vault now. */
export const isOnItsWay = ({ status, packs, opened, delivered }: Counts, kind: Kind): boolean =>
  status === 'claimed' && delivered < (opensItself(kind) ? packs : opened)

/**
 * Milliseconds until the status of an airdrop is asked again; 0 when nothing more will happen to it. One of a list is asked only while
 * its packs are on their way.
 */
export function statusPauseMs(counts: Counts | undefined, kind: Kind, isListed = false): number {
  if (counts === undefined) return 0
  if (isOnItsWay(counts, kind)) return onItsWayMs
  if (isListed) return 0
  return counts.status === 'claimed' && counts.delivered === counts.packs ? 0 : idleMs
}

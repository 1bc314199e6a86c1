import type { AirdropStatus, AirdropView } from '@kura/contract/shop/issue'
import type { PackView } from '@kura/contract/shop/pack'
import { isChoiceRefused, staysChoosing } from '../pack/pack-error.ts'
import type { IssueFailure } from '../pack/use-issue.ts'
import type { WordKey } from '../../words/word-key.ts'
import { useCall } from '../../platform/swr.ts'
import '../../words/give-words.ts'

type Counts = Pick<AirdropStatus, 'status' | 'packs' | 'opened' | 'delivered'>
type Kind = PackView['kind']

/** How often a pending claim is polled, and one that waits for the member. */
const [onItsWayMs, idleMs] = [2000, 30_000]

/** Packs whose contents are known open by themselves; a random one waits for its owner. */
export const opensItself = (kind: Kind): boolean => kind !== 'random'

/** Whether something of a claim is on its way to the vault now. */
export const isOnItsWay = ({ status, packs, opened, delivered }: Counts, kind: Kind): boolean =>
  status === 'claimed' && delivered < (opensItself(kind) ? packs : opened)

/**
 * Milliseconds until the status of an airdrop is polled again; 0 when it is final. In a list it is
 * polled only while its packs are on their way.
 */
export function statusPauseMs(counts: Counts | undefined, kind: Kind, isListed = false): number {
  if (counts === undefined) return 0
  if (isOnItsWay(counts, kind)) return onItsWayMs
  if (isListed) return 0
  return counts.status === 'claimed' && counts.delivered === counts.packs ? 0 : idleMs
}

/**
 * Where a failed claim is shown and in which words: at the button, or at the choice while it can be
 * made again.
 */
export function claimFault(
  { code }: Pick<IssueFailure, 'code'>,
  isChoosing: boolean,
): { at: 'button' | 'choice'; word: WordKey } {
  if (isChoosing && isChoiceRefused(code)) return { at: 'choice', word: 'pick.refused' }
  return { at: isChoosing && staysChoosing(code) ? 'choice' : 'button', word: `error.${code}` }
}

type Term = { saleStartsAt: string | null; saleEndsAt: string | null; state: AirdropView['pack']['state'] }
type Given = Pick<AirdropView, 'startsAt' | 'endsAt'> & {
  pack: Pick<AirdropView['pack'], 'saleStartsAt' | 'saleEndsAt' | 'state'>
}

/**
 * When an airdrop can be claimed: within its own term and within that of its pack, so the later
 * start and the earlier end.
 */
export function termOf({ startsAt, endsAt, pack }: Given): Term {
  const starts = [startsAt, pack.saleStartsAt].filter((at) => at !== null)
  const ends = [endsAt, pack.saleEndsAt].filter((at) => at !== null)
  const byTime = (a: string, b: string): number => Date.parse(a) - Date.parse(b)
  return {
    saleStartsAt: starts.toSorted(byTime).at(-1) ?? null,
    saleEndsAt: ends.toSorted(byTime)[0] ?? null,
    state: pack.state,
  }
}

/**
 * What the member can do about an airdrop, and the progress of a claimed one: live, also after a
 * reload. Nothing for guests. `isListed`: as one of many.
 */
export const useOwnStatus = (airdropId: string, kind: PackView['kind'], isListed = false) =>
  useCall(
    'showAirdropStatus',
    { params: { airdropId } },
    { refreshInterval: (latest) => statusPauseMs(latest, kind, isListed) },
  )

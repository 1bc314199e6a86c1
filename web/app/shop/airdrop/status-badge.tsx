import type { AirdropStatus } from '@kura/contract/shop/pack'
import { Badge } from '../../ui/chips.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/give-words.ts'

/** What the member can do about an airdrop, as a badge; for guests, whether it is for everybody. */
export function StatusBadge({ status, isForAll }: { status: AirdropStatus['status'] | undefined; isForAll: boolean }) {
  const { t } = useWords()
  if (status === undefined) return <Badge>{t(isForAll ? 'airdrop.free' : 'airdrop.status.not-reserved')}</Badge>
  const isOpen = status === 'claimable' || status === 'before'
  return <Badge tone={isOpen ? 'strong' : 'plain'}>{t(`airdrop.status.${status}`)}</Badge>
}

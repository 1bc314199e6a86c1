import type { ListingState } from '@kura/contract/states'
import { Badge } from '../ui/chips.tsx'
import { useWords } from '../words/use-words.ts'
import '../words/selling-words.ts'

const tones: Partial<Record<ListingState, 'strong' | 'attention' | 'gold'>> = {
  open: 'strong',
  held: 'gold',
  sold: 'gold',
  ending: 'attention',
}

/** Where a listing stands, in a word. */
export function ListingBadge({ state }: { state: ListingState }) {
  const { t } = useWords()
  return <Badge tone={tones[state] ?? 'plain'}>{t(`listings.state.${state}`)}</Badge>
}

import { Badge } from '../../ui/chips.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Standing } from './listing-words.ts'
import '../../words/selling-words.ts'

const tones: Partial<Record<Standing, 'strong' | 'attention' | 'gold'>> = {
  open: 'strong',
  held: 'gold',
  delivering: 'gold',
  sold: 'gold',
  ending: 'attention',
  undone: 'attention',
}

/** Where a listing stands, in a word. */
export function ListingBadge({ standing }: { standing: Standing }) {
  const { t } = useWords()
  return <Badge tone={tones[standing] ?? 'plain'}>{t(`listings.state.${standing}`)}</Badge>
}

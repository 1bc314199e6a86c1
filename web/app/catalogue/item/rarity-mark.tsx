import type { Rarity } from '@kura/contract/catalogue/item'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'

const ranks: Record<Rarity, number> = { common: 1, rare: 2, epic: 3, legendary: 4 }

/** The rarity as golden diamonds and its name; gold means rarity and nothing else. */
export function RarityMark({ rarity, isBare = false }: { rarity: Rarity; isBare?: boolean }) {
  const { t } = useWords()
  const rank = ranks[rarity]
  return (
    <span className="inline-flex items-center gap-1.5 text-12 leading-label whitespace-nowrap text-gold-text">
      <svg viewBox="0 0 40 10" className="h-2.5 w-10" aria-hidden="true">
        {[0, 1, 2, 3].map((index) => (
          <path
            key={index}
            d={`M${index * 10 + 5} .8l3.6 4.2-3.6 4.2-3.6-4.2z`}
            className={classes('stroke-gold', index < rank ? 'fill-gold' : 'fill-none opacity-45')}
            strokeWidth="1"
          />
        ))}
      </svg>
      <span className={classes(isBare && 'sr-only')}>{t(`rarity.${rarity}`)}</span>
    </span>
  )
}

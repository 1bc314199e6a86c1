import { formatYen } from '@kura/contract/money'
import { useWords } from '../words/use-words.ts'
import { classes } from './classes.ts'

const sizes = { sm: 'text-14', md: 'text-16', lg: 'text-32' } as const

type PriceProps = {
  yen: number
  size?: keyof typeof sizes
  /** False of a private seller’s price, which has no tax in it. */
  isTaxed?: boolean
}

/** A price as people pay it: ¥1,234 with 税込 small. */
export function Price({ yen, size = 'md', isTaxed = true }: PriceProps) {
  const { t } = useWords()
  return (
    <span className="whitespace-nowrap">
      <span className={classes('tabular leading-label font-semibold text-ink', sizes[size])}>{formatYen(yen)}</span>
      {isTaxed && (
        <span className={classes('ml-1 text-sub-text', size === 'lg' ? 'text-14' : 'text-12')}>
          {t('price.tax-included')}
        </span>
      )}
    </span>
  )
}

import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/market-words.ts'

type PriceRangeProps = { least: number | null; most: number | null; className?: string }

/**
 * Two price bounds in a form that is submitted by its button: nothing moves while somebody types.
 */
export function PriceRange({ least, most, className }: PriceRangeProps) {
  const { t } = useWords()
  return (
    <fieldset className={className}>
      <legend className="mb-1 text-12 leading-label text-sub-text">{t('market.price-range')}</legend>
      <div className="flex items-center gap-2">
        <Bound name="least" label={t('market.price-least')} value={least} />
        <span aria-hidden="true">–</span>
        <Bound name="most" label={t('market.price-most')} value={most} />
        <Button type="submit" look="secondary" className="shrink-0 px-4">
          <span aria-hidden="true">{t('market.search-submit')}</span>
          <span className="sr-only">{t('market.price-apply')}</span>
        </Button>
      </div>
    </fieldset>
  )
}

function Bound({ name, label, value }: { name: string; label: string; value: number | null }) {
  const id = useId()
  return (
    <span className="block min-w-0 grow md:w-28 md:grow-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        placeholder={label}
        defaultValue={value ?? ''}
        className="min-h-11 w-full rounded-field border border-line-strong bg-surface px-3 py-2 text-16 leading-label text-ink placeholder:text-12 placeholder:text-sub-text hover:border-ink"
      />
    </span>
  )
}

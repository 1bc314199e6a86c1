import type { ReactNode } from 'react'
import type { Rarity } from '@kura/contract/catalogue/item'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'
import { rarities } from './item-filters.ts'

/** A small label above a control of a filter. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid min-w-0 gap-1 md:min-w-40">
      <span className="text-12 leading-label text-sub-text">{label}</span>
      {children}
    </label>
  )
}

/** Rarities to tick, as pills. */
export function RarityChoices({ chosen }: { chosen: readonly Rarity[] }) {
  const { t } = useWords()
  return (
    <fieldset className="col-span-2 min-w-0">
      <legend className="mb-1 text-12 leading-label text-sub-text">{t('item.filter.rarity')}</legend>
      <div className="no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        {rarities.map((rarity) => (
          <label
            key={rarity}
            className={classes(
              'inline-flex min-h-11 cursor-pointer items-center rounded-full border border-line bg-surface px-4 text-14 leading-label whitespace-nowrap text-ink hover:border-line-strong',
              'has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo-text',
            )}
          >
            <input
              type="checkbox"
              name="rarity"
              value={rarity}
              defaultChecked={chosen.includes(rarity)}
              className="sr-only"
            />
            {t(`rarity.${rarity}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

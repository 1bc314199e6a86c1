import { useId } from 'react'
import type { SelectableItemView } from '@kura/contract/shop/issue'
import { formatCount } from '../../platform/format.ts'
import { cardSizes } from '../../catalogue/item/item-card.tsx'
import { RarityMark } from '../../catalogue/item/rarity-mark.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { FramedPicture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import { mostOf } from './selection.ts'
import '../../words/give-words.ts'

type TileProps = {
  choice: SelectableItemView
  count: number
  /** One of the list is chosen, not several. */
  isOnly: boolean
  mayAdd: boolean
  onChange: (count: number) => void
}

/**
 * One item that can be chosen: a box or a circle to mark where one of it is the most, else steps up
 * and down.
 */
export function SelectableTile(props: TileProps) {
  const { choice, count, isOnly } = props
  const isMarked = isOnly || choice.most === 1
  return (
    <div
      className={classes(
        'relative grid grid-rows-[auto_1fr_auto] gap-2 rounded-card border-2 p-2 transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-indigo-text',
        count > 0 ? 'border-indigo bg-indigo-ground' : 'border-line bg-surface',
      )}
    >
      <div className={classes(choice.remaining === 0 && 'opacity-45 grayscale')}>
        <FramedPicture picture={choice.item.picture} alt="" sizes={cardSizes} />
      </div>
      <About choice={choice} />
      {isMarked ? <Mark {...props} /> : <Stepper {...props} />}
    </div>
  )
}

function About({ choice: { item, remaining, most } }: { choice: SelectableItemView }) {
  const { t, pick, language } = useWords()
  return (
    <div className="grid content-start gap-1 px-0.5">
      <RarityMark rarity={item.rarity} />
      <h3 className="text-14 leading-[1.5]">{pick(item.name)}</h3>
      <p className="tabular flex flex-wrap gap-x-3 text-12 text-sub-text">
        <span>
          {remaining === 0 ? t('pick.none-left') : t('pick.left', { left: formatCount(remaining, language) })}
        </span>
        {most > 1 && <span>{t('pick.most', { count: most })}</span>}
      </p>
    </div>
  )
}

function Mark({ choice, count, isOnly, mayAdd, onChange }: TileProps) {
  const { t, pick } = useWords()
  const id = useId()
  const isOff = count === 0 && !mayAdd
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 items-center justify-center gap-2 text-14 font-medium text-ink after:absolute after:inset-0 after:rounded-card"
    >
      <input
        id={id}
        type={isOnly ? 'radio' : 'checkbox'}
        name={isOnly ? 'choice' : undefined}
        checked={count > 0}
        disabled={isOff}
        onChange={(event) => onChange(event.target.checked ? 1 : 0)}
        className="size-5 accent-indigo focus-visible:outline-none"
      />
      <span aria-hidden="true">{t(count > 0 ? 'pick.chosen' : 'pick.choose')}</span>
      <span className="sr-only">{t('pick.choose-item', { name: pick(choice.item.name) })}</span>
    </label>
  )
}

function Stepper({ choice, count, mayAdd, onChange }: TileProps) {
  const { t, pick } = useWords()
  const name = pick(choice.item.name)
  return (
    <div role="group" aria-label={name} className="flex items-center justify-between">
      <IconButton label={t('pick.fewer', { name })} disabled={count === 0} onClick={() => onChange(count - 1)}>
        <Icon name="minus" />
      </IconButton>
      <p className="tabular text-18 leading-label font-semibold text-ink">
        <span className="sr-only">{t('pick.count')}</span>
        {count}
        <span className="text-12 font-normal text-sub-text"> / {mostOf(choice)}</span>
      </p>
      <IconButton label={t('pick.more', { name })} disabled={!mayAdd} onClick={() => onChange(count + 1)}>
        <Icon name="plus" />
      </IconButton>
    </div>
  )
}

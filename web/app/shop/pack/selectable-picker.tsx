import { useEffect, useRef, useState } from 'react'
import type { SelectableItemView } from '@kura/contract/shop/issue'
import { BotWidget } from '../../identity/captcha/bot-widget.tsx'
import { useCall } from '../../platform/swr.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { bringUp } from '../../ui/focus.ts'
import { CardSkeleton, ErrorState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { SelectableTile } from './selectable-tile.tsx'
import { countOf, mayAdd, pairsOf, sumOf, withCount, withinLeft } from './selection.ts'
import type { Pairs, Selection } from './selection.ts'
import '../../words/give-words.ts'

const refreshMs = 15_000
const nothing: Selection = new Map()

type PickerProps = {
  packId: string
  /** How many cards have to be chosen. */
  cards: number
  isBusy: boolean
  /** Why the last try failed. */
  error: string | undefined
  onPick: (pairs: Pairs) => void
  onCancel: () => void
}

/**
 * The choice for a selectable pack: every item with its picture and remaining number, and how many
 * are still to be chosen.
 */
export function SelectablePicker({ packId, cards, isBusy, error, onPick, onCancel }: PickerProps) {
  const { t } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useCall('listSelectable', { params: { packId } }, { refreshInterval: refreshMs })
  const { mutate } = list
  useEffect(() => {
    if (heading.current) bringUp(heading.current)
  }, [])
  useEffect(() => {
    // a refused item may be sold out by now
    if (error !== undefined) void mutate()
  }, [error, mutate])
  return (
    <section className="grid min-w-0 gap-5">
      <div className="grid gap-2">
        <p>
          <Button look="quiet" onClick={onCancel} className="-ml-5">
            <Icon name="left" className="size-4" />
            {t('pick.cancel')}
          </Button>
        </p>
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-20 md:text-24">
          {t('pick.title', { count: cards })}
        </h2>
        <p className="max-w-reading text-14">{t('pick.lead')}</p>
      </div>
      {list.data ? (
        <Choices items={list.data.items} {...{ cards, isBusy, error, onPick }} />
      ) : list.error ? (
        <ErrorState code={list.error.body.errorCode} onRetry={() => void mutate()} />
      ) : (
        <div className="pieces" aria-hidden="true">
          <CardSkeleton />
          <CardSkeleton />
          <CardSkeleton />
        </div>
      )}
    </section>
  )
}

type ChoicesProps = Omit<PickerProps, 'packId' | 'onCancel'> & { items: readonly SelectableItemView[] }

function Choices({ items, cards, isBusy, error, onPick }: ChoicesProps) {
  const { t } = useWords()
  const [selection, setSelection] = useState(nothing)
  const [fault, setFault] = useState<string>()
  const left = withinLeft(selection, items)
  if (left !== selection) {
    // somebody else was faster
    setSelection(left)
    setFault(t('pick.gone'))
  }
  const chosen = sumOf(left)
  const change = (itemId: string, count: number): void => {
    setFault(undefined)
    // in a pack of one card, another choice replaces the first
    setSelection(withCount(cards === 1 ? nothing : left, itemId, count))
  }
  const handlePick = (): void => {
    if (chosen < cards) return setFault(t('pick.missing', { count: cards - chosen }))
    setFault(undefined)
    return onPick(pairsOf(left))
  }
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('pick.title', { count: cards })}</legend>
        <ul className="pieces">
          {items.map((choice) => (
            <li key={choice.item.itemId} className="grid">
              <SelectableTile
                choice={choice}
                count={countOf(left, choice.item.itemId)}
                isOnly={cards === 1}
                mayAdd={cards === 1 ? choice.remaining > 0 : mayAdd(left, choice, cards)}
                onChange={(count) => change(choice.item.itemId, count)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <BotWidget />
      <div className="sticky bottom-0 z-10 -mx-4 grid gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] sm:mx-0 sm:rounded-t-card sm:border-x">
        <p role="status" className="tabular text-14 text-ink">
          {t('pick.progress', { chosen, cards })} <ChosenNames items={items} selection={left} />
        </p>
        <FieldError error={fault ?? error} />
        {/* room for the badge of the bot check in the corner of a phone */}
        <div className="pr-18 sm:pr-0">
          <Button size="lg" isBusy={isBusy} onClick={handlePick} className="w-full sm:w-auto">
            {t('pick.submit', { count: cards })}
          </Button>
        </div>
      </div>
    </>
  )
}

function ChosenNames({ items, selection }: { items: readonly SelectableItemView[]; selection: Selection }) {
  const { pick, language } = useWords()
  const names = [...selection].map(([itemId, count]) => {
    const name = pick(items.find(({ item }) => item.itemId === itemId)?.item.name ?? { ja: itemId, en: itemId })
    return count > 1 ? `${name} × ${count}` : name
  })
  return <span className="text-sub-text">{names.join(language === 'ja' ? '、' : ', ')}</span>
}

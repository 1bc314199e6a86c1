import { useEffect, useRef, useState } from 'react'
import type { ErrorBody } from '@kura/contract/errors'
import { formatYen } from '@kura/contract/money'
import type { ApiOutput } from '@kura/contract/api'
import { focusField } from '../../ui/focus.ts'
import { useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { startOf, listPicks, readPrice } from './buyer.ts'
import type { Buyer, PriceFault, PricePick } from './buyer.ts'
import { OnlyBuyer, useBuyer } from './only-buyer.tsx'
import { PriceParts } from './price-parts.tsx'
import type { SellPosition } from './sell-desk.tsx'
import { formatDay } from '../../platform/format.ts'
import { Fact, Facts } from '../../ui/section.tsx'
import { useServerNow } from '../../platform/clock.ts'
import '../../words/listing-words.ts'

/** The seller's choice. The content access fee is the one that was shown. */
export type SaleTerms = { price: number; contentAccessFee: number; buyer: Buyer | undefined }

type FormProps = {
  position: SellPosition
  /** An earlier choice to start from. */
  start: SaleTerms | undefined
  /** Why the server refused these terms. */
  failure: ErrorBody | undefined
  onDone: (chosen: SaleTerms) => Promise<void>
}

const settleMs = 300

/** The price with its parts, the prices of others, and the only buyer, if any. */
export function PriceForm({ position, start, failure, onDone }: FormProps) {
  const { t } = useWords()
  const { token, priceLeast: least, priceMost: most, listing } = position
  const [text, setText] = useState(start ? String(start.price) : listing ? String(listing.price) : '')
  const [fault, setFault] = useState<PriceFault | 'nothing-left'>()
  const { isBusy, work } = useWork()
  const buyer = useBuyer(startOf(start, listing?.targetUserId ?? null))
  const form = useRef<HTMLFormElement>(null)
  const { yen } = readPrice(text, { least, most })
  const asked = useSettled(yen, settleMs)
  const { data, error } = useCall(
    'showTradePrice',
    asked === undefined ? null : { params: { id: token.tokenId }, query: { listPrice: asked } },
    { keepPreviousData: true },
  )
  const { data: prices } = useCall('showItemPrices', { params: { itemId: token.itemId } })
  const parts = yen !== undefined && data?.listPrice === yen ? data : undefined
  const isTooLittle = error?.body.errorCode === 'INVALID_INPUT' && asked === yen
  const shown = fault ?? (isTooLittle ? 'nothing-left' : undefined)

  useEffect(() => {
    if (failure && form.current) focusField(form.current, failure.details?.some(isAboutBuyer) ? 'buyer' : 'price')
  }, [failure])

  const type = (next: string): void => {
    setText(next)
    setFault(undefined)
  }
  const handleSubmit = async (): Promise<void> => {
    const read = readPrice(text, { least, most })
    setFault(read.fault)
    if (read.yen === undefined || isTooLittle) return void (form.current && focusField(form.current, 'price'))
    const only = buyer.isChosen ? await buyer.check() : undefined
    if (buyer.isChosen && !only) return void (form.current && focusField(form.current, 'buyer'))
    await onDone({ price: read.yen, contentAccessFee: position.contentAccessFee, buyer: only })
  }
  const bounds = { least: formatYen(least), most: formatYen(most) }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="grid gap-6"
      aria-label={t('sell.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void work(handleSubmit)
      }}
    >
      <div data-field="price">
        <TextField
          name="price"
          label={t('sell.price')}
          isRequired
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          hint={t('sell.price-hint', bounds)}
          error={shown && t(`sell.price.${shown}`, bounds)}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <div role="status" className="empty:hidden">
        {parts?.isFarBelowFloor && parts.floor !== null && (
          <FarBelow floor={parts.floor} percent={position.floorPercent} />
        )}
      </div>
      {prices ? (
        <PriceHelp
          prices={prices}
          picks={listPicks({
            least,
            most,
            now: listing?.price ?? null,
            floor: position.floor,
            last: prices.lastPrice,
          })}
          onPick={(picked) => type(String(picked))}
        />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
      <PriceParts parts={parts} feeBps={position.feeBps} royaltyBps={position.royaltyBps} />
      <OnlyBuyer buyer={buyer} />
      <StandsFor days={position.listingDays} />
      <FieldError error={failure && t(`error.${failure.errorCode}`)} />
      <div className="grid gap-2">
        <Button type="submit" size="lg" isWide isBusy={isBusy}>
          {t('sell.to-sign')}
        </Button>
        <p className="text-center text-12 text-sub-text">{t('sell.free')}</p>
      </div>
    </form>
  )
}

const isAboutBuyer = ({ field }: { field: string }): boolean => field === 'targetUserId'

/**
 * Announced while typing, in an element that exists from the start; the question comes before
 * anything is signed.
 */
function FarBelow({ floor, percent }: { floor: number; percent: number }) {
  const { t } = useWords()
  return (
    <div className="flex gap-3 rounded-card bg-attention-ground p-4">
      <Icon name="warning" className="size-6 shrink-0 text-attention-text" />
      <div className="grid gap-1">
        <p className="text-14 font-semibold text-attention-text">{t('sell.floor.title')}</p>
        <p className="text-14 text-ink">{t('sell.floor.note', { percent, floor: formatYen(floor) })}</p>
      </div>
    </div>
  )
}

type HelpProps = {
  prices: ApiOutput<'showItemPrices'>
  picks: readonly PricePick[]
  onPick: (yen: number) => void
}

/** Prices of others, and suggested prices to fill in. */
function PriceHelp({ prices, picks, onPick }: HelpProps) {
  const { t } = useWords()
  const isBare = prices.listed === 0 && prices.lastPrice === null
  return (
    <section className="grid gap-3" aria-label={t('sell.help.title')}>
      <h3 className="text-16">{t('sell.help.title')}</h3>
      {isBare ? <p className="text-14">{t('sell.help.none')}</p> : <Known prices={prices} />}
      {picks.length > 0 && (
        <ul aria-label={t('sell.pick')} className="flex flex-wrap gap-2">
          {picks.map(({ kind, yen }) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => onPick(yen)}
                className="tabular inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-4 text-14 leading-label text-ink transition-colors hover:bg-ground"
              >
                {t(`sell.pick.${kind}`, { price: formatYen(yen) })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Known({ prices }: Pick<HelpProps, 'prices'>) {
  const { t, language } = useWords()
  const { listed, minPrice, maxPrice, lastPrice, lastSoldAt, days } = prices
  const lastDay = days.at(-1)
  return (
    <Facts>
      <Fact name={t('sell.help.range')}>
        <span className="tabular">
          {minPrice === null || maxPrice === null
            ? t('sell.help.nothing-listed')
            : t('sell.help.range-value', { min: formatYen(minPrice), max: formatYen(maxPrice), count: listed })}
        </span>
      </Fact>
      <Fact name={t('sell.help.last')}>
        <span className="tabular">
          {lastPrice === null || lastSoldAt === null
            ? t('sell.help.never')
            : t('sell.help.last-value', { price: formatYen(lastPrice), day: formatDay(lastSoldAt, language) })}
        </span>
      </Fact>
      {lastDay && (
        <Fact name={t('sell.help.median')}>
          <span className="tabular">{formatYen(lastDay.medianPrice)}</span>
        </Fact>
      )}
    </Facts>
  )
}

const dayMs = 86_400_000

/** How long a listing stays open, to the day. Empty until the server's time is known. */
function StandsFor({ days }: { days: number }) {
  const { t, language } = useWords()
  const now = useServerNow(undefined, dayMs)
  return (
    <p className="min-h-6 text-14">
      {now !== undefined &&
        t('sell.days', { count: days, until: formatDay(new Date(now + days * dayMs).toISOString(), language) })}
    </p>
  )
}

/** The value once it has been stable for a while: typing does not cause a request per letter. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

import type { ErrorCode } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import { PackFront } from '../pack/pack-front.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/order-words.ts'

type TornPackProps = {
  order: OrderView
  cardsPerPack: number | undefined
  isTorn: boolean
  failure: ErrorCode | undefined
  onTear: () => void
}

const sizes = '(width >= 600px) 300px, 60vw'

/** The closed pack; a tap tears its top off and light comes out. */
export function TornPack({ order, cardsPerPack, isTorn, failure, onTear }: TornPackProps) {
  const { t, pick } = useWords()
  return (
    <div className="grid place-content-center justify-items-center gap-6 text-center">
      <button
        type="button"
        // not disabled: whoever is here with the keyboard stays here
        aria-disabled={isTorn || undefined}
        onClick={isTorn ? undefined : onTear}
        className="tear w-[min(60vw,260px)] rounded-field"
        data-torn={isTorn ? '' : undefined}
      >
        <span className="tear-light" aria-hidden="true" />
        <span className="tear-rest block">
          <PackFront picture={order.picture} sizes={sizes} isFirst />
        </span>
        <span className="tear-top block" aria-hidden="true">
          <PackFront picture={order.picture} sizes={sizes} isFirst />
        </span>
        <span className="sr-only">
          {pick(order.name)}: {t('opening.tap')}
        </span>
      </button>
      <div className="grid gap-1">
        <p className="text-18 font-semibold text-ink">{pick(order.name)}</p>
        <p className="text-16 text-ink" aria-hidden="true">
          {isTorn ? '…' : t('opening.tap')}
        </p>
        {cardsPerPack !== undefined && (
          <p className="text-12 text-main">{t('opening.note', { count: cardsPerPack })}</p>
        )}
        <FieldError error={failure && t(`error.${failure}`)} />
      </div>
    </div>
  )
}

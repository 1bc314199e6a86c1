import { useEffect, useRef, useState } from 'react'
import { formatYen } from '@kura/contract/money'
import { limits } from '@kura/contract/limits'
import { includedTax } from '@kura/contract/money/tax'
import { call } from '../../platform/api.ts'
import { useWork } from '../../platform/use-work.ts'
import { useMe } from '../../identity/session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { faultOfBirthday, readBirthday, monthlyLimitOf, formatBirthday } from './birthday.ts'
import { digitsOf } from './card-fields.ts'
import type { CardField } from './card-fields.ts'
import { focusField } from '../../ui/focus.ts'
import { MeansChooser } from './means-chooser.tsx'
import { chargedYen, faultsOfChoice, isByPoints, limitPoints, pointsMissing } from './payment-choice.ts'
import type { ChoiceFaults } from './payment-choice.ts'
import type { Payment } from './use-payment.ts'
import { formatCount } from '../../platform/format.ts'
import { pointText } from '../../money/point/point-text.ts'
import '../../words/checkout-words.ts'

type PaymentFormProps = {
  payment: Payment
  priceYen: number
  isTaxed: boolean
  hasCardPage: boolean
  /** The card field that the gateway refused, shown until it is changed. */
  refused: CardField | undefined
  onDone: () => void
}

/**
 * How to pay: points first, then the method for the rest, the date of birth when it is unknown, and
 * the total.
 */
export function PaymentForm({ payment, priceYen, isTaxed, hasCardPage, refused, onDone }: PaymentFormProps) {
  const { t } = useWords()
  const { me, renew } = useMe()
  const { choice, change, stored, balance } = payment
  const [faults, setFaults] = useState<ChoiceFaults>({})
  const [birthday, setBirthday] = useState('')
  const [birthdayError, setBirthdayError] = useState<string>()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<string>()
  const [openedAt] = useState(() => new Date())
  const form = useRef<HTMLFormElement>(null)
  const isCharged = !isByPoints(choice, priceYen)
  const asksBirthday = isCharged && me?.birthday === null

  useEffect(() => {
    if (!refused) return
    setFaults({ [refused]: refused })
    if (form.current) focusField(form.current, refused)
  }, [refused])

  const changeChoice = (next: typeof choice): void => {
    change(next)
    setFaults({})
  }
  const handleSubmit = async (): Promise<void> => {
    setFailure(undefined)
    const now = new Date()
    const found = faultsOfChoice(choice, { priceYen, stored, now })
    const birthdayFault = asksBirthday ? faultOfBirthday(birthday, now) : undefined
    setFaults(found)
    setBirthdayError(birthdayFault && t(`checkout.birthday.${birthdayFault}`))
    const [first] = [...Object.keys(found), ...(birthdayFault ? ['birthday'] : [])]
    if (first !== undefined) return void (form.current && focusField(form.current, first))
    if (asksBirthday && !(await tellBirthday(readBirthday(birthday, now) ?? ''))) return
    onDone()
  }
  /** It can be set only once: if another one is already stored, that one counts. */
  const tellBirthday = async (day: string): Promise<boolean> => {
    const result = await call('setBirthday', { body: { birthday: day } })
    if (result.ok || result.body.errorCode === 'BIRTHDAY_SET') await renew()
    if (result.ok) return true
    const { errorCode } = result.body
    if (errorCode === 'INVALID_INPUT') setBirthdayError(t('checkout.birthday.wrong'))
    else setFailure(t(`error.${errorCode}`))
    return false
  }
  const monthlyLimit = me?.isMinor && me.birthday !== null ? monthlyLimitOf(me.birthday, openedAt) : null
  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void work(handleSubmit)
      }}
      aria-label={t('checkout.pay.title')}
    >
      {balance > 0 && (
        <PointsChooser
          usedPoint={choice.usedPoint}
          onChange={(usedPoint) => changeChoice({ ...choice, usedPoint })}
          priceYen={priceYen}
          balance={balance}
        />
      )}
      {isCharged && (
        <MeansChooser
          choice={choice}
          onChange={changeChoice}
          stored={stored}
          faults={faults}
          hasCardPage={hasCardPage}
        />
      )}
      {asksBirthday && (
        <BirthdayPart
          value={birthday}
          onChange={(value) => {
            setBirthday(value)
            setBirthdayError(undefined)
          }}
          error={birthdayError}
        />
      )}
      {isCharged && monthlyLimit !== null && (
        <p className="text-14">{t('checkout.minor-limit', { limit: formatYen(monthlyLimit) })}</p>
      )}
      <PayTotal priceYen={priceYen} usedPoint={priceYen - chargedYen(choice, priceYen)} isTaxed={isTaxed} />
      <FieldError error={failure} />
      <div className="grid gap-2">
        <Button type="submit" size="lg" isWide isBusy={isBusy}>
          {t('checkout.to-confirm')}
        </Button>
        <p className="text-center text-12 text-sub-text">{t('checkout.to-confirm-note')}</p>
      </div>
    </form>
  )
}

type PointsChooserProps = {
  usedPoint: number
  onChange: (usedPoint: number) => void
  priceYen: number
  balance: number
}

/** How many points to use: from none to the full price, at most the balance. */
function PointsChooser({ usedPoint, onChange, priceYen, balance }: PointsChooserProps) {
  const { t, language } = useWords()
  // more than the balance was entered: shown until the next change
  const [isCapped, setIsCapped] = useState(false)
  const most = limitPoints(balance, priceYen, balance)
  const missing = pointsMissing(priceYen, balance)
  const change = (wished: number): void => {
    setIsCapped(wished > most)
    onChange(limitPoints(wished, priceYen, balance))
  }
  const mostText = t('checkout.points.most', { points: pointText(t, language, most) })
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-18">{t('checkout.points.title')}</h3>
        <p className="tabular text-14">{t('checkout.points.balance', { points: pointText(t, language, balance) })}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <TextField
          label={t('checkout.points.field')}
          value={usedPoint === 0 ? '' : formatCount(usedPoint, language)}
          onChange={(event) => change(Number(digitsOf(event.target.value).slice(0, 9)))}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
        />
        {usedPoint === most ? (
          <Button look="secondary" onClick={() => change(0)}>
            {t('checkout.points.none')}
          </Button>
        ) : (
          <Button look="secondary" onClick={() => change(most)}>
            {t('checkout.points.all')}
          </Button>
        )}
      </div>
      <p role="status" className="text-12 text-main">
        {usedPoint >= priceYen
          ? t('checkout.points.whole')
          : isCapped
            ? mostText
            : missing > 0
              ? t('checkout.points.missing', { points: pointText(t, language, missing) })
              : t('checkout.points.enough')}
      </p>
    </section>
  )
}

type BirthdayPartProps = { value: string; onChange: (value: string) => void; error: string | undefined }

/** The date of birth, asked once before the first purchase that is charged. */
function BirthdayPart({ value, onChange, error }: BirthdayPartProps) {
  const { t } = useWords()
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <div className="grid gap-1">
        <h3 className="text-18">{t('checkout.birthday.title')}</h3>
        <p className="text-14">{t('checkout.birthday.text')}</p>
      </div>
      <div data-field="birthday" className="max-w-72">
        <TextField
          label={t('checkout.birthday.label')}
          value={value}
          onChange={(event) => onChange(formatBirthday(event.target.value, value))}
          inputMode="numeric"
          autoComplete="bday"
          placeholder="YYYY / MM / DD"
          hint={t('checkout.birthday.hint')}
          error={error}
          isRequired
        />
      </div>
    </section>
  )
}

type PayTotalProps = { priceYen: number; usedPoint: number; isTaxed: boolean }

/**
 * The total: the price with its tax, the points, and the charged rest, which is announced when it
 * changes.
 */
function PayTotal({ priceYen, usedPoint, isTaxed }: PayTotalProps) {
  const { t, language } = useWords()
  const rest = formatYen(Math.max(0, priceYen - usedPoint))
  return (
    <div className="rounded-card bg-ground p-4">
      <dl className="grid gap-2 text-14" aria-label={t('checkout.total.title')}>
        <Line name={t(isTaxed ? 'checkout.total.price' : 'checkout.total.price-plain')} value={formatYen(priceYen)} />
        {isTaxed && (
          <Line
            name={t('checkout.total.tax', { percent: limits.consumptionTaxPercent })}
            value={formatYen(includedTax(priceYen))}
            isMinor
          />
        )}
        {usedPoint > 0 && <Line name={t('checkout.total.points')} value={`−${pointText(t, language, usedPoint)}`} />}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold text-ink">{t('checkout.total.rest')}</dt>
          <dd className="tabular text-20 leading-label font-bold text-ink">{rest}</dd>
        </div>
      </dl>
      <p role="status" className="sr-only">
        {t('checkout.total.rest')} {rest}
      </p>
    </div>
  )
}

function Line({ name, value, isMinor = false }: { name: string; value: string; isMinor?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={isMinor ? 'pl-3 text-12 text-main' : 'text-main'}>{name}</dt>
      <dd className={isMinor ? 'tabular text-12 text-main' : 'tabular text-ink'}>{value}</dd>
    </div>
  )
}

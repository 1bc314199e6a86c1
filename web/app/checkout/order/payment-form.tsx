import { useEffect, useRef, useState } from 'react'
import { formatYen } from '@kura/contract/money'
import { call } from '../../platform/api.ts'
import { useWork } from '../../platform/use-work.ts'
import { useMe } from '../../identity/session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { BirthdayPart } from './birthday-part.tsx'
import { faultOfBirthday, readBirthday } from './birthday.ts'
import type { CardField } from './card-fields.ts'
import { focusField } from '../../ui/form-field.ts'
import { MeansChooser } from './means-chooser.tsx'
import { monthlyLimitOf } from './minor-limit.ts'
import { PayTotal } from './pay-total.tsx'
import { chargedYen, faultsOfChoice, isByPoints } from './payment-choice.ts'
import type { ChoiceFaults } from './payment-choice.ts'
import { PointsChooser } from './points-chooser.tsx'
import type { Payment } from './use-payment.ts'
import '../../words/checkout-words.ts'

type PaymentFormProps = {
  payment: Payment
  priceYen: number
  isTaxed: boolean
  hasCardPage: boolean
  /** The field of the card that the gateway refused, shown until it is changed. */
  refused: CardField | undefined
  onDone: () => void
}

/** How to pay: points first, then what charges the rest, the date of birth where it is not known, and what it all comes to. */
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
  /** Once and for all: another one that is known already counts. */
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

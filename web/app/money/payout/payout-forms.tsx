import { useState } from 'react'
import type { FormEvent } from 'react'
import { formatYen } from '@kura/contract/money'
import type { SalesSummary } from '@kura/contract/money/payout'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { useFormCall } from '../../identity/member/form-call.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { formatCount } from '../../platform/format.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/payout-words.ts'

const card = 'grid gap-5 rounded-card border border-line bg-surface p-5'

/** Whole yen as somebody types them, in any width and with separators; NaN for anything else. */
export const readYen = (typed: string): number => {
  const plain = typed.normalize('NFKC').replace(/[¥,円\s]/g, '')
  return /^\d{1,10}$/.test(plain) ? Number(plain) : Number.NaN
}

/** Asks for a payout to the registered account, or leads to registering one. */
export function PayoutForm({ summary, onDone }: { summary: SalesSummary; onDone: () => void }) {
  const { t } = useWords()
  const { payableYen, payoutLeastYen, payoutFeeYen } = summary
  const account = useCall('showPayoutAccount', {})
  const [typed, setTyped] = useState(String(payableYen))
  const { isBusy, errors, setErrors, send } = useFormCall(['amount'], { PROCEEDS_SHORT: { field: 'amount' } })
  const range = { least: formatYen(payoutLeastYen), most: formatYen(payableYen) }
  const amount = readYen(typed)
  const isRight = amount >= payoutLeastYen && amount <= payableYen
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (!isRight) return setErrors({ amount: t('payout.amount-wrong', range) })
    const result = await send('requestPayout', { body: { balance: payableYen, amount } })
    if (!result) return
    if (result.ok) toasts.show({ status: 'success', title: t('payout.done'), description: t('payout.done-text') })
    onDone()
  }
  const to = account.data?.isBranchClosed === false ? account.data : undefined
  return (
    <form method="post" noValidate className={card} onSubmit={(event) => void handleSubmit(event)}>
      <h2 className="text-16">{t('payout.title')}</h2>
      {payableYen < payoutLeastYen ? (
        <p className="text-14">{t('payout.too-little', range)}</p>
      ) : account.isLoading ? null : !to ? (
        <>
          <p className="text-14">{t(account.data ? 'payout-account.closed' : 'payout.no-account')}</p>
          <div>
            <LinkButton to={links.payoutAccount}>{t('payout-account.register')}</LinkButton>
          </div>
        </>
      ) : (
        <>
          <TextField
            label={t('payout.amount')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            inputMode="numeric"
            autoComplete="off"
            hint={t('payout.amount-hint', { ...range, fee: formatYen(payoutFeeYen) })}
            error={errors.amount}
          />
          <Facts>
            <Fact name={t('payout.to')}>
              {to.financialInstitutionName} {to.branchName} <span className="tabular">{to.accountNumber}</span>
            </Fact>
            <Fact name={t('payout.fee')}>
              <span className="tabular">{formatYen(payoutFeeYen)}</span>
            </Fact>
            <Fact name={t('payout.transferred')}>
              <span className="tabular font-semibold">{isRight ? formatYen(amount - payoutFeeYen) : '–'}</span>
            </Fact>
          </Facts>
          <FieldError error={errors.form} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isBusy={isBusy}>
              {t('payout.submit')}
            </Button>
            <LinkButton look="quiet" to={links.payoutAccount}>
              {t('payout-account.change')}
            </LinkButton>
          </div>
        </>
      )}
    </form>
  )
}

/** Converts proceeds into points at once. */
export function UseProceedsForm({ payableYen, onDone }: { payableYen: number; onDone: () => void }) {
  const { t, language } = useWords()
  const [typed, setTyped] = useState(String(payableYen))
  const { isBusy, errors, setErrors, send } = useFormCall(['amount'], { PROCEEDS_SHORT: { field: 'amount' } })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const amount = readYen(typed)
    if (!(amount >= 1 && amount <= payableYen))
      return setErrors({ amount: t('use-proceeds.amount-wrong', { most: formatYen(payableYen) }) })
    const result = await send('useProceeds', { body: { balance: payableYen, amount } })
    if (!result) return
    if (result.ok) {
      const points = formatCount(result.data.points, language)
      toasts.show({ status: 'success', title: t('use-proceeds.done', { points }) })
    }
    onDone()
  }
  return (
    <form method="post" noValidate className={card} onSubmit={(event) => void handleSubmit(event)}>
      <h2 className="text-16">{t('use-proceeds.title')}</h2>
      <p className="text-14">{t('use-proceeds.text')}</p>
      <TextField
        label={t('use-proceeds.amount')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        inputMode="numeric"
        autoComplete="off"
        error={errors.amount}
      />
      <FieldError error={errors.form} />
      <div>
        <Button type="submit" look="secondary" isBusy={isBusy}>
          {t('use-proceeds.submit')}
        </Button>
      </div>
    </form>
  )
}

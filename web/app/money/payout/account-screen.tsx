import { useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { fromBankKana, holderKanaMost, toBankKana } from '@kura/contract/money/bank-kana'
import { japanPostBank, readJapanPost } from '@kura/contract/money/japan-post'
import type { accountTypes, Bank, PayoutAccount } from '@kura/contract/money/payout'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { useFormCall } from '../../identity/member/form-call.ts'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { useMe } from '../../identity/session/use-me.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError, PasswordField, SelectField, TextField } from '../../ui/field.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { Fact, Facts } from '../../ui/section.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { BankPicker } from './bank-picker.tsx'
import '../../words/identity-words.ts'
import '../../words/payout-words.ts'

export const handle = { title: 'payout-account.title' } satisfies PageHandle

/** The member's own bank account that proceeds are paid to. */
export default function PayoutAccountScreen() {
  const { t } = useWords()
  const { me, error, renew } = useMe()
  const account = useCall('showPayoutAccount', {})
  return (
    <div className="grid max-w-reading gap-6">
      <div className="-mt-3 grid">
        <Breadcrumbs trail={[{ name: t('proceeds.title'), to: links.sales }]} />
        <MypageHead title={t('payout-account.title')} />
      </div>
      <p className="text-14">{t('payout-account.lead')}</p>
      {account.data && <Current account={account.data} />}
      {me ? (
        me.hasPassword ? (
          <AccountForm
            hasAccount={account.data !== undefined}
            onSet={(next) => account.mutate(next, { revalidate: false })}
          />
        ) : (
          <div className="grid gap-4 rounded-card border border-line bg-surface p-5">
            <p className="text-14">{t('payout-account.no-password')}</p>
            <div>
              <LinkButton to={links.password}>{t('password.title')}</LinkButton>
            </div>
          </div>
        )
      ) : error ? (
        <ErrorState code={error} onRetry={() => void renew()} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </div>
  )
}

function Current({ account }: { account: PayoutAccount }) {
  const { t } = useWords()
  return (
    <section className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <h2 className="text-16">{t('payout-account.current')}</h2>
      {account.isBranchClosed && <p className="text-14 text-attention-text">{t('payout-account.closed')}</p>}
      <Facts>
        <Fact name={t('payout-account.bank')}>
          {account.financialInstitutionName} {account.branchName}
        </Fact>
        <Fact name={t('payout-account.account-number')}>
          {t(`payout-account.type.${account.accountType}`)} <span className="tabular">{account.accountNumber}</span>
        </Fact>
        <Fact name={t('payout-account.kana')}>{account.fullNameKana}</Fact>
      </Facts>
    </section>
  )
}

const fields = [
  'financialInstitutionCode',
  'branchCode',
  'symbol',
  'number',
  'accountNumber',
  'fullName',
  'fullNameKana',
  'password',
] as const
type AccountType = (typeof accountTypes)[number]

type AccountFormProps = { hasAccount: boolean; onSet: (account: PayoutAccount) => Promise<unknown> }

function AccountForm({ hasAccount, onSet }: AccountFormProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [bank, setBank] = useState<Bank>()
  const [branch, setBranch] = useState<Bank>()
  const [kana, setKana] = useState('')
  const { isBusy, errors, setErrors, show, send } = useFormCall(fields, {
    AUTHENTICATION_FAILED: { field: 'password', word: 'password.wrong' },
  })
  const isPost = bank?.code === japanPostBank
  const read = toBankKana(kana)
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name) ?? '').trim()
    const accountNumber = text('accountNumber').normalize('NFKC')
    const post = isPost ? readJapanPost(text('symbol'), text('number')) : undefined
    const found = {
      ...(!bank && { financialInstitutionCode: t('payout-account.bank-unknown') }),
      ...(post && 'fault' in post && { [post.fault]: t(`payout-account.${post.fault}-wrong`) }),
      ...(!isPost && !branch && { branchCode: t('payout-account.branch-unknown') }),
      ...(!isPost && !/^\d{1,7}$/.test(accountNumber) && { accountNumber: t('payout-account.account-number-wrong') }),
      ...(text('fullName') === '' && { fullName: t('payout-account.name-wrong') }),
      ...((read.refused.length > 0 || read.kana === '' || read.kana.length > holderKanaMost) && {
        fullNameKana: t('payout-account.kana-wrong'),
      }),
      ...(text('password') === '' && { password: t('password.missing') }),
    }
    if (!bank || Object.keys(found).length > 0) return setErrors(found)
    const place = isPost
      ? { symbol: text('symbol'), number: text('number') }
      : { branchCode: branch?.code ?? '', accountType: text('accountType') as AccountType, accountNumber }
    const result = await send('setPayoutAccount', {
      body: {
        financialInstitutionCode: bank.code,
        ...place,
        fullName: text('fullName'),
        fullNameKana: kana,
        password: String(form.get('password')),
      },
    })
    if (!result) return
    if (result.ok) {
      await onSet(result.data)
      toasts.show({ status: 'success', title: t('payout-account.done') })
      return void navigate(links.sales)
    }
    const [detail] = result.body.details ?? []
    if (detail?.fault === 'holder_differs') setErrors({ fullNameKana: t('payout-account.holder-differs') })
    else show(result.body)
  }
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5 rounded-card border border-line bg-surface p-5"
      onSubmit={(event) => void handleSubmit(event)}
    >
      <h2 className="text-16">{t(hasAccount ? 'payout-account.change' : 'payout-account.register')}</h2>
      <BankPicker
        label={t('payout-account.bank')}
        hint={t('payout-account.bank-hint')}
        chosen={bank}
        onChoose={(chosen) => {
          setBank(chosen)
          setBranch(undefined)
        }}
        error={errors.financialInstitutionCode}
      />
      {isPost && <JapanPostFields errors={errors} />}
      {bank && !isPost && <BranchFields bank={bank} branch={branch} onBranch={setBranch} errors={errors} />}
      <HolderFields kana={kana} onKana={setKana} errors={errors} />
      <PasswordField
        label={t('payout-account.password')}
        name="password"
        autoComplete="current-password"
        hint={t('payout-account.password-hint')}
        error={errors.password}
        isRequired
      />
      <FieldError error={errors.form} />
      <div>
        <Button type="submit" size="lg" isBusy={isBusy}>
          {t('payout-account.submit')}
        </Button>
      </div>
    </form>
  )
}

function JapanPostFields({ errors }: { errors: FieldErrors }) {
  const { t } = useWords()
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        label={t('payout-account.symbol')}
        name="symbol"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        hint={t('payout-account.symbol-hint')}
        error={errors.symbol}
        isRequired
      />
      <TextField
        label={t('payout-account.number')}
        name="number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        hint={t('payout-account.number-hint')}
        error={errors.number}
        isRequired
      />
    </div>
  )
}

type FieldErrors = Partial<Record<(typeof fields)[number], string>>
type BranchFieldsProps = {
  bank: Bank
  branch: Bank | undefined
  onBranch: (branch: Bank | undefined) => void
  errors: FieldErrors
}

function BranchFields({ bank, branch, onBranch, errors }: BranchFieldsProps) {
  const { t } = useWords()
  return (
    <>
      <BankPicker
        key={bank.code}
        label={t('payout-account.branch')}
        hint={t('payout-account.branch-hint')}
        bankCode={bank.code}
        chosen={branch}
        onChoose={onBranch}
        error={errors.branchCode}
      />
      <SelectField
        label={t('payout-account.type')}
        name="accountType"
        choices={(['ordinary', 'current', 'savings'] as const).map((value) => ({
          value,
          label: t(`payout-account.type.${value}`),
        }))}
      />
      <TextField
        label={t('payout-account.account-number')}
        name="accountNumber"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        hint={t('payout-account.account-number-hint')}
        error={errors.accountNumber}
        isRequired
      />
    </>
  )
}

type HolderFieldsProps = { kana: string; onKana: (kana: string) => void; errors: FieldErrors }

/** The holder's name; the kana as the bank gets it is shown while it is typed. */
function HolderFields({ kana, onKana, errors }: HolderFieldsProps) {
  const { t } = useWords()
  const read = toBankKana(kana)
  return (
    <>
      <TextField
        label={t('payout-account.name')}
        name="fullName"
        autoComplete="name"
        maxLength={60}
        error={errors.fullName}
        isRequired
      />
      <TextField
        label={t('payout-account.kana')}
        name="fullNameKana"
        value={kana}
        onChange={(event) => onKana(event.target.value)}
        autoComplete="off"
        maxLength={60}
        hint={
          read.refused.length > 0
            ? t('payout-account.kana-refused', { letters: read.refused.slice(0, 10).join('') })
            : read.kana === ''
              ? t('payout-account.kana-hint')
              : t('payout-account.kana-shown', { kana: fromBankKana(read.kana) })
        }
        error={errors.fullNameKana}
        isRequired
      />
    </>
  )
}

import { useDeferredValue, useState } from 'react'
import type { Bank } from '@kura/contract/money/payout'
import { formatDay } from '../../platform/format.ts'
import { useCall } from '../../platform/swr.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/payout-words.ts'

type PickerProps = {
  label: string
  hint: string
  /** The bank whose branches are offered; undefined offers banks. */
  bankCode?: string | undefined
  chosen: Bank | undefined
  onChoose: (bank: Bank | undefined) => void
  error: string | undefined
}

/** Finds a bank or a branch while somebody types, and shows the one that was chosen. */
export function BankPicker({ label, hint, bankCode, chosen, onChoose, error }: PickerProps) {
  const { t, language } = useWords()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const query = { ...(q === '' ? {} : { q }), ...(bankCode === undefined ? {} : { bankCode }) }
  const found = useCall('searchBanks', chosen ? null : { query }, { keepPreviousData: true, revalidateOnFocus: false })
  if (chosen)
    return (
      <div className="grid gap-1.5">
        <p className="text-14 leading-label font-medium text-ink">{label}</p>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-field border border-line bg-ground px-3">
          <p className="text-16 text-ink">{t('payout-account.chosen', { name: chosen.name, code: chosen.code })}</p>
          <Button look="quiet" onClick={() => onChoose(undefined)}>
            {t('payout-account.choose-again')}
          </Button>
        </div>
        <FieldError error={error} />
      </div>
    )
  return (
    <div className="grid gap-3">
      <TextField
        label={label}
        hint={hint}
        error={error}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        type="search"
        autoComplete="off"
        spellCheck={false}
        isRequired
      />
      <div role="status" className="text-14 empty:hidden">
        {found.error
          ? t(`error.${found.error.body.errorCode}`)
          : found.data?.banks.length === 0 && t('payout-account.none-found')}
      </div>
      {found.data && found.data.banks.length > 0 && (
        <ul
          aria-label={label}
          className="grid max-h-72 divide-y divide-line overflow-y-auto rounded-card border border-line"
        >
          {found.data.banks.map((bank) => (
            <li key={bank.code}>
              <button
                type="button"
                onClick={() => onChoose(bank)}
                className="flex min-h-11 w-full items-center justify-between gap-4 px-3 py-2 text-left text-14 text-ink hover:bg-ground"
              >
                <span>{bank.name}</span>
                <span className="tabular text-12 text-sub-text">{bank.code}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {bankCode === undefined && found.data && found.data.version !== '' && (
        <p className="text-12 text-sub-text">
          {t('payout-account.data-of', { day: formatDay(`${found.data.version}T00:00:00+09:00`, language) })}
        </p>
      )}
    </div>
  )
}

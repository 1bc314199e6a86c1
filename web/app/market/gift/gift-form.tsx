import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { ErrorBody } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { giftKinds } from '@kura/contract/market/gift'
import { focusField } from '../../ui/focus.ts'
import { RecipientField } from '../transfer/recipient-field.tsx'
import { refusalText } from '../transfer/obstacle.ts'
import type { useRecipient } from '../transfer/recipient.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextArea, TextField } from '../../ui/field.tsx'
import { languageOf, useWords } from '../../words/use-words.ts'
import { faultsOfGift, mostMessage } from './gift-state.ts'
import type { GiftFaults } from './gift-state.ts'
import { MeansOption } from '../../ui/means-option.tsx'
import '../../words/gift-words.ts'
import '../../words/transfer-words.ts'

type GiftFormProps = {
  kind: GiftKind
  onKind: (kind: GiftKind) => void
  recipient: ReturnType<typeof useRecipient>
  email: string
  onEmail: (email: string) => void
  message: string
  onMessage: (message: string) => void
  faults: GiftFaults
  /** Called with the faults at every attempt; replaces the earlier messages. */
  onFaults: (faults: GiftFaults) => void
  /** A refusal that concerns no field. */
  failure: ErrorBody | undefined
  /** The form was changed while its draft was being prepared, so the draft was dropped. */
  isOutdated: boolean
  isBusy: boolean
  onDone: () => void
}

/** The recipient of a gift, and the message. */
export function GiftForm({ kind, onKind, recipient, message, onMessage, onDone, ...rest }: GiftFormProps) {
  const { email, onEmail, faults, onFaults, failure, isOutdated, isBusy } = rest
  const { t } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const [isTried, setIsTried] = useState(false)
  useEffect(() => {
    const [first] = Object.keys(faults)
    if (first !== undefined && form.current) focusField(form.current, first)
  }, [faults])
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setIsTried(true)
    const found = faultsOfGift({ email: kind === 'mail' ? email : undefined })
    onFaults(found)
    if (Object.keys(found).length > 0) return
    if (kind === 'mail' || recipient.ready) return onDone()
    if (recipient.failure) recipient.retry()
    if (form.current) focusField(form.current, 'address')
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="grid gap-6"
      aria-label={t('gift.title')}
      onSubmit={handleSubmit}
    >
      <GiftKindChooser kind={kind} onChange={onKind} />
      {kind === 'address' ? (
        <RecipientField
          text={recipient.text}
          onChange={recipient.change}
          way={recipient.way}
          failure={recipient.failure}
          onRetry={recipient.retry}
          isTried={isTried}
        />
      ) : (
        <div data-field="email" className="grid gap-3">
          <TextField
            label={t('gift.email')}
            value={email}
            onChange={(event) => onEmail(event.target.value)}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            hint={t('gift.email-hint')}
            error={faults.email && t(faults.email)}
            isRequired
          />
          <p className="rounded-card bg-ground p-4 text-14">{t('gift.mail-note', { days: limits.giftClaimDays })}</p>
        </div>
      )}
      <div data-field="message">
        <TextArea
          label={t('gift.message')}
          value={message}
          onChange={(event) => onMessage(event.target.value)}
          lang={languageOf(message)}
          rows={3}
          maxLength={mostMessage}
          hint={t('gift.message-hint', { most: mostMessage })}
          error={faults.message && t(faults.message)}
        />
      </div>
      <div className="grid gap-2">
        <FieldError error={isOutdated ? t('gift.changed') : failure && refusalText(failure, t)} />
        <Button type="submit" size="lg" isWide isBusy={isBusy} isWaiting={kind === 'address' && recipient.isAsking}>
          {t('transfer.next')}
        </Button>
        <p className="text-center text-12 text-sub-text">{t('transfer.next-note')}</p>
      </div>
    </form>
  )
}

export type GiftKind = (typeof giftKinds)[number]
const kinds: readonly GiftKind[] = ['address', 'mail']

/** How a gift reaches its recipient. */
function GiftKindChooser({ kind, onChange }: { kind: GiftKind; onChange: (kind: GiftKind) => void }) {
  const { t } = useWords()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-16 font-semibold text-ink">{t('gift.kind')}</legend>
      {kinds.map((each) => (
        <MeansOption
          key={each}
          value={each}
          title={t(`gift.kind.${each}`)}
          text={t(`gift.kind.${each}-text`)}
          isChosen={kind === each}
          onChoose={() => onChange(each)}
        />
      ))}
    </fieldset>
  )
}

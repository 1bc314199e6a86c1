import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { TokenView } from '@kura/contract/market/token'
import { formatSerial } from '../../platform/format.ts'
import { useCall } from '../../platform/swr.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SigningNote, SigningWait, WalletFailure } from '../../identity/wallet/signing-note.tsx'
import { useReadyWallet } from '../../identity/wallet/use-member-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import type { SigningStage } from '../../identity/wallet/signing.ts'
import { refusalText } from './obstacle.ts'
import { inGroups } from './recipient.ts'
import type { SendFailure } from './send.ts'
import '../../words/transfer-words.ts'

type SendConfirmationProps = {
  title: string
  /** The token and the recipient, as facts. */
  children: ReactNode
  /** What the wallet's signature allows, and what it never can. */
  signing: {
    can: readonly string[]
    cannot: readonly string[]
    values: readonly (readonly [string, string])[]
    cadence: string | undefined
  }
  /** Whether it can be undone; otherwise the member has to agree. */
  canUndo: boolean
  submit: string
  stage: SigningStage | undefined
  failure: SendFailure | undefined
  onSend: () => void
  onBack: () => void
}

/** The last screen before the wallet opens: where it goes, what is signed, and that it is final. */
export function SendConfirmation(props: SendConfirmationProps) {
  const { title, children, signing, canUndo, submit, stage, failure, onSend, onBack } = props
  const { t } = useWords()
  useReadyWallet()
  const [isAgreed, setIsAgreed] = useState(canUndo)
  const [isTried, setIsTried] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const handleSend = (): void => {
    setIsTried(true)
    if (isAgreed) onSend()
    else box.current?.querySelector('input')?.focus()
  }
  const isBusy = stage !== undefined
  return (
    <section className="grid gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-20">
        {title}
      </h2>
      {children}
      <SigningNote {...signing} />
      {!canUndo && (
        <div ref={box} className="grid gap-3 rounded-card bg-attention-ground p-4">
          <div className="flex gap-3">
            <Icon name="warning" className="size-6 shrink-0 text-attention-text" />
            <div className="grid gap-1 text-14 text-ink">
              <p className="font-semibold">{t('transfer.confirm.final')}</p>
              <p>{t('transfer.confirm.final-text')}</p>
            </div>
          </div>
          <Checkbox
            label={t('transfer.confirm.agree')}
            checked={isAgreed}
            disabled={isBusy}
            onChange={(event) => setIsAgreed(event.target.checked)}
            error={isTried && !isAgreed ? t('transfer.confirm.agree-missing') : undefined}
          />
        </div>
      )}
      <FieldError error={failure?.by === 'us' ? refusalText(failure.body, t) : undefined} />
      <WalletFailure error={failure?.by === 'wallet' ? failure.error : undefined} />
      <SigningWait stage={stage === 'wallet' ? 'wallet' : undefined} />
      <div className="grid gap-3">
        <Button size="lg" isWide isBusy={isBusy} onClick={handleSend}>
          {isBusy ? t('transfer.confirm.working') : submit}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={onBack}>
          {t('transfer.confirm.back')}
        </Button>
      </div>
    </section>
  )
}

/** What the wallet signs to move a token to an address; `cadence` is of the draft, once there is one. */
export function useAddressSigning(token: TokenView, address: string, cadence: string | undefined) {
  const { t, pick } = useWords()
  const { data: texts } = useCall('showWalletTransactions', {}, { revalidateOnFocus: false })
  const piece = `${pick(token.name)} ${formatSerial(token.serial)}`
  return {
    can: [t('transfer.can', { piece, to: inGroups(address) })],
    cannot: [t('transfer.cannot.other'), t('transfer.cannot.money')],
    values: [
      [t('transfer.value.id'), token.tokenId],
      [t('transfer.value.to'), address],
    ],
    cadence: cadence ?? texts?.transfer.cadence,
  } satisfies SendConfirmationProps['signing']
}

import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '@kura/contract/limits'
import type { Result } from '@kura/contract/result'
import type { TokenView } from '@kura/contract/market/token'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { formatMoment, formatSerial } from '../../platform/format.ts'
import { useWork } from '../../platform/use-work.ts'
import { SendConfirmation, useAddressSigning } from '../transfer/send-confirmation.tsx'
import { useSend } from '../transfer/send.ts'
import { Fact, Facts } from '../../ui/section.tsx'
import { valuesOf } from '../../identity/wallet/member-transactions.ts'
import { useMemberWallet } from '../../identity/wallet/use-member-wallet.ts'
import { languageOf, useWords } from '../../words/use-words.ts'
import { useFieldFaults } from './gift-state.ts'
import type { GiftFaults } from './gift-state.ts'
import type { MailDraft, MailWish } from './use-mail-draft.ts'
import '../../words/gift-words.ts'
import '../../words/signing-words.ts'
import '../../words/transfer-words.ts'
import type { ReadyRecipient } from '../transfer/recipient.ts'
import { RecipientFacts } from '../transfer/recipient-field.tsx'

const hourMs = 3_600_000

type MailConfirmationProps = {
  token: TokenView
  wish: MailWish
  /** The draft that the wallet will sign. */
  draft: MailDraft
  prepare: (wish: MailWish) => Promise<Result<MailDraft>>
  use: (wish: MailWish) => Promise<Result<MailDraft>>
  onFault: (faults: GiftFaults) => void
  onBack: () => void
}

/**
 * The last screen of a gift by mail: the wallet accepts an order for nothing, and the recipient
 * claims it with the link.
 */
export function MailGiftConfirmation({ token, wish, draft, prepare, use, onFault, onBack }: MailConfirmationProps) {
  const { t, pick, language } = useWords()
  const navigate = useNavigate()
  const wallet = useMemberWallet()
  const { email, message } = wish
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const { drafted, stage, failure, start, clear } = useSend({
    draft: () => use(wish),
    sign: (used) => wallet.sell(used.arguments, used.transaction),
    report: ({ giftId }, txId) => call('reportGift', { params: { giftId }, body: { txId } }),
    rollBack: async ({ giftId }) => {
      const ended = await call('endGift', { params: { giftId } })
      // the next attempt gets a new draft, which can be read first, too
      if (isHere.current) await prepare(wish)
      return ended
    },
    onSent: ({ giftId }) => void navigate(links.giftOf(giftId), { replace: true }),
  })
  useFieldFaults(failure, onFault)
  const [isRenewed, setIsRenewed] = useState(false)
  const { isBusy: isPreparing, work } = useWork()
  const handleSend = async (): Promise<void> => {
    // busy from the press on: a second press must not open the wallet again, and the last failure
    // is hidden
    clear()
    const made = await work(() => prepare(wish))
    if (!made) return
    // a draft that expired while the page was open was replaced: nobody has read the new one yet
    const isUnread = made.ok && made.data.giftId !== draft.giftId
    setIsRenewed(isUnread)
    if (!isUnread) await start()
  }
  const piece = `${pick(token.name)} ${formatSerial(token.serial)}`
  const until = new Date(Date.parse(draft.claimUntil) + limits.giftDeliveryHours * hourMs).toISOString()
  return (
    <SendConfirmation
      title={t('gift.confirm.title')}
      signing={{
        can: [
          t('gift.can.mail', { piece }),
          t('gift.can.until', {
            claim: formatMoment(draft.claimUntil, language),
            until: formatMoment(until, language),
          }),
          t('signing.can.revoke'),
        ],
        cannot: [t('gift.cannot.price'), t('transfer.cannot.other'), t('transfer.cannot.money')],
        values: valuesOf((drafted ?? draft).arguments),
        cadence: (drafted ?? draft).transaction.cadence,
      }}
      canUndo
      submit={t('gift.confirm.submit')}
      stage={stage ?? (isPreparing ? 'preparing' : undefined)}
      failure={failure}
      onSend={() => void handleSend()}
      onBack={onBack}
    >
      <Facts>
        <Fact name={t('gift.email-to')}>
          <span className="text-16 font-semibold break-all">{email}</span>
        </Fact>
        {message !== '' && (
          <Fact name={t('gift.words')}>
            <p className="whitespace-pre-line" lang={languageOf(message)}>
              {message}
            </p>
          </Fact>
        )}
      </Facts>
      <p className="rounded-card bg-ground p-4 text-14">{t('gift.mail-note', { days: limits.giftClaimDays })}</p>
      <p role="status" className="text-14 text-ink empty:hidden">
        {isRenewed && t('gift.confirm.renewed')}
      </p>
    </SendConfirmation>
  )
}

type AddressConfirmationProps = {
  token: TokenView
  to: ReadyRecipient
  message: string
  onFault: (faults: GiftFaults) => void
  onBack: () => void
}

/** The last screen of a gift that the giver's own wallet moves. */
export function AddressGiftConfirmation({ token, to, message, onFault, onBack }: AddressConfirmationProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const wallet = useMemberWallet()
  const { tokenId } = token
  const { address, recipient } = to
  const words = message.trim() === '' ? {} : { message: message.trim() }
  const { drafted, stage, failure, start } = useSend({
    draft: (idempotencyKey) => call('draftGift', { body: { tokenId, address, ...words } }, { idempotencyKey }),
    sign: (draft) => wallet.transfer(draft.arguments, draft.transaction),
    report: ({ giftId }, txId) => call('reportGift', { params: { giftId }, body: { txId } }),
    rollBack: ({ giftId }) => call('endGift', { params: { giftId } }),
    onSent: ({ giftId }) => void navigate(links.giftOf(giftId), { replace: true }),
  })
  useFieldFaults(failure, onFault)
  const signing = useAddressSigning(token, address, drafted?.transaction.cadence)
  return (
    <SendConfirmation
      title={t('gift.confirm.title')}
      signing={signing}
      canUndo={false}
      submit={t('gift.confirm.submit')}
      stage={stage}
      failure={failure}
      onSend={() => void start()}
      onBack={onBack}
    >
      <RecipientFacts
        address={address}
        recipient={recipient}
        message={{ name: t('gift.words'), text: message.trim() }}
      />
    </SendConfirmation>
  )
}

import { useNavigate } from 'react-router'
import { limits } from '@kura/contract/limits'
import type { TokenView } from '@kura/contract/token'
import { call } from '../api.ts'
import { links } from '../links.ts'
import { useCall } from '../swr.ts'
import { formatSerial } from '../token/format-serial.ts'
import { SendConfirmation } from '../transfer/send-confirmation.tsx'
import { useSend } from '../transfer/use-send.ts'
import { Fact, Facts } from '../ui/section.tsx'
import { valuesOf } from '../wallet/sell-values.ts'
import { useMemberWallet } from '../wallet/use-member-wallet.ts'
import { languageOf } from '../words/language-of.ts'
import { useWords } from '../words/use-words.ts'
import type { GiftFaults } from './gift-fault.ts'
import { useFieldFaults } from './use-field-faults.ts'
import '../words/gift-words.ts'
import '../words/signing-words.ts'
import '../words/transfer-words.ts'

type ConfirmationProps = {
  token: TokenView
  email: string
  message: string
  onFault: (faults: GiftFaults) => void
  onBack: () => void
}

/** The last look at a gift by mail: the wallet agrees to an order for nothing, and whoever has the link claims it. */
export function MailGiftConfirmation({ token, email, message, onFault, onBack }: ConfirmationProps) {
  const { t, pick, language } = useWords()
  const navigate = useNavigate()
  const wallet = useMemberWallet()
  const { tokenId } = token
  const words = message.trim()
  const { data: texts } = useCall('showWalletTransactions', {}, { revalidateOnFocus: false })
  const { drafted, stage, failure, start } = useSend({
    draft: (idempotencyKey) =>
      call(
        'draftMailGift',
        { body: { tokenId, email, locale: language, ...(words === '' ? {} : { message: words }) } },
        { idempotencyKey },
      ),
    run: (draft) => wallet.sell(draft.arguments, draft.transaction),
    report: ({ giftId }, txId) => call('reportGift', { params: { giftId }, body: { txId } }),
    giveUp: ({ giftId }) => call('endGift', { params: { giftId } }),
    onSent: ({ giftId }) => void navigate(links.giftOf(giftId), { replace: true }),
  })
  useFieldFaults(failure, onFault)
  const piece = `${pick(token.name)} ${formatSerial(token.serial)}`
  const days = limits.giftClaimDays
  return (
    <SendConfirmation
      title={t('gift.confirm.title')}
      signing={{
        can: [
          t('gift.can.mail', { piece }),
          t('gift.can.until', { days, hours: limits.giftDeliveryHours }),
          t('signing.can.revoke'),
        ],
        cannot: [t('gift.cannot.price'), t('transfer.cannot.other'), t('transfer.cannot.money')],
        values: drafted ? valuesOf(drafted.arguments) : [[t('transfer.value.id'), tokenId]],
        cadence: drafted?.transaction.cadence ?? texts?.sell.cadence,
      }}
      canUndo
      submit={t('gift.confirm.submit')}
      stage={stage}
      failure={failure}
      onSend={() => void start()}
      onBack={onBack}
    >
      <Facts>
        <Fact name={t('gift.email-to')}>
          <span className="text-16 font-semibold break-all">{email}</span>
        </Fact>
        {words !== '' && (
          <Fact name={t('gift.words')}>
            <p className="whitespace-pre-line" lang={languageOf(words)}>
              {words}
            </p>
          </Fact>
        )}
      </Facts>
      <p className="rounded-card bg-ground p-4 text-14">{t('gift.mail-note', { days })}</p>
    </SendConfirmation>
  )
}

import { useNavigate } from 'react-router'
import type { TokenView } from '@kura/contract/market/token'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { formatSerial } from '../../platform/format.ts'
import { inGroups } from '../transfer/read-address.ts'
import { RecipientFacts } from '../transfer/recipient-facts.tsx'
import { SendConfirmation } from '../transfer/send-confirmation.tsx'
import type { ReadyRecipient } from '../transfer/use-recipient.ts'
import { useSend } from '../transfer/use-send.ts'
import { useMemberWallet } from '../../identity/wallet/use-member-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import type { GiftFaults } from './gift-fault.ts'
import { useFieldFaults } from './gift-fault.ts'
import '../../words/gift-words.ts'
import '../../words/transfer-words.ts'

type ConfirmationProps = {
  token: TokenView
  to: ReadyRecipient
  message: string
  onFault: (faults: GiftFaults) => void
  onBack: () => void
}

/** The last look at a gift that the giver's own wallet moves. */
export function AddressGiftConfirmation({ token, to, message, onFault, onBack }: ConfirmationProps) {
  const { t, pick } = useWords()
  const navigate = useNavigate()
  const wallet = useMemberWallet()
  const { tokenId } = token
  const { address, recipient } = to
  const words = message.trim() === '' ? {} : { message: message.trim() }
  const { data: texts } = useCall('showWalletTransactions', {}, { revalidateOnFocus: false })
  const { drafted, stage, failure, start } = useSend({
    draft: (idempotencyKey) => call('draftGift', { body: { tokenId, address, ...words } }, { idempotencyKey }),
    sign: (draft) => wallet.transfer(draft.arguments, draft.transaction),
    report: ({ giftId }, txId) => call('reportGift', { params: { giftId }, body: { txId } }),
    rollBack: ({ giftId }) => call('endGift', { params: { giftId } }),
    onSent: ({ giftId }) => void navigate(links.giftOf(giftId), { replace: true }),
  })
  useFieldFaults(failure, onFault)
  const piece = `${pick(token.name)} ${formatSerial(token.serial)}`
  return (
    <SendConfirmation
      title={t('gift.confirm.title')}
      signing={{
        can: [t('transfer.can', { piece, to: inGroups(address) })],
        cannot: [t('transfer.cannot.other'), t('transfer.cannot.money')],
        values: [
          [t('transfer.value.id'), tokenId],
          [t('transfer.value.to'), address],
        ],
        cadence: drafted?.transaction.cadence ?? texts?.transfer.cadence,
      }}
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

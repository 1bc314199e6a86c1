import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Route } from './+types/transfer-screen.ts'
import type { TokenView } from '@kura/contract/market/token'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi } from '../../platform/page-data.ts'
import { Button } from '../../ui/button.tsx'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { useMemberWallet } from '../../identity/wallet/use-member-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { useRecipient } from './recipient.ts'
import { RecipientFacts, RecipientField } from './recipient-field.tsx'
import { SendConfirmation, useAddressSigning } from './send-confirmation.tsx'
import { SendFrame } from './send-frame.tsx'
import { stepSearch, useConfirmStep } from './confirm-step.ts'
import { useSend } from './send.ts'
import '../../words/transfer-words.ts'

const search = declareSearch({ ...stepSearch, to: 'browser' })
export const handle = { search }

/** Not kept: a token changes hands on chain. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return { token: orThrow(await pageApi(context)('showToken', { params: { tokenId: params.tokenId } })) }
}

export { isAnotherPage as shouldRevalidate } from '../../platform/page-data.ts'

export default function TransferScreen({ loaderData: { token } }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <SendFrame token={token} title={t('transfer.title')} lead={t('transfer.lead')}>
      <Transfer key={token.tokenId} token={token} />
    </SendFrame>
  )
}

function Transfer({ token }: { token: TokenView }) {
  const { t } = useWords()
  const query = useSearch(search)
  const recipient = useRecipient(token.tokenId, query.get('to') ?? '')
  const [isTried, setIsTried] = useState(false)
  const { isConfirming, toForm, toConfirm } = useConfirmStep(recipient.ready !== undefined)
  if (isConfirming && recipient.ready) return <Confirm token={token} to={recipient.ready} onBack={toForm} />
  return (
    <form
      method="post"
      noValidate
      className="grid gap-6"
      aria-label={t('transfer.title')}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (recipient.ready) return toConfirm()
        if (recipient.failure) recipient.retry()
        event.currentTarget.querySelector('input')?.focus()
      }}
    >
      <RecipientField
        text={recipient.text}
        onChange={recipient.change}
        way={recipient.way}
        failure={recipient.failure}
        onRetry={recipient.retry}
        isTried={isTried}
      />
      <div className="grid gap-2">
        <Button type="submit" size="lg" isWide isWaiting={recipient.isAsking}>
          {t('transfer.next')}
        </Button>
        <p className="text-center text-12 text-sub-text">{t('transfer.next-note')}</p>
      </div>
    </form>
  )
}

type To = NonNullable<ReturnType<typeof useRecipient>['ready']>

function Confirm({ token, to, onBack }: { token: TokenView; to: To; onBack: () => void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const wallet = useMemberWallet()
  const { tokenId } = token
  const { address, recipient } = to
  const { drafted, stage, failure, start } = useSend({
    draft: (idempotencyKey) => call('draftTransfer', { body: { tokenId, address } }, { idempotencyKey }),
    sign: (draft) => wallet.transfer(draft.arguments, draft.transaction),
    report: ({ transferId }, txId) => call('reportTransfer', { params: { transferId }, body: { txId } }),
    rollBack: ({ transferId }) => call('rollBackTransfer', { params: { transferId } }),
    onSent: ({ transferId }) => void navigate(links.transferOf(transferId), { replace: true }),
  })
  const signing = useAddressSigning(token, address, drafted?.transaction.cadence)
  return (
    <SendConfirmation
      title={t('transfer.confirm.title')}
      signing={signing}
      canUndo={false}
      submit={t('transfer.confirm.submit')}
      stage={stage}
      failure={failure}
      onSend={() => void start()}
      onBack={onBack}
    >
      <RecipientFacts address={address} recipient={recipient} />
    </SendConfirmation>
  )
}

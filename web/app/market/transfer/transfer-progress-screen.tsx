import type { Route } from './+types/transfer-progress-screen.ts'
import { limits } from '@kura/contract/limits'
import type { TransferView } from '@kura/contract/market/transfer'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { TokenSummary } from '../../ui/bought-summary.tsx'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Steps } from '../../ui/steps.tsx'
import { useWords } from '../../words/use-words.ts'
import { ActButton, SentPage, Unread, StateNotice } from './sent-page.tsx'
import { isFullStorage, isOnItsWay, toneOf } from './sent-state.ts'
import { RecipientFacts } from './recipient-field.tsx'
import '../../words/transfer-words.ts'

const refreshMs = 1500

export default function TransferProgressScreen({ params: { transferId } }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <SentPage title={t('transfer.one')} list={{ name: t('transfer.list.title'), to: links.transfers }}>
      <LiveTransfer transferId={transferId} />
    </SentPage>
  )
}

function LiveTransfer({ transferId }: { transferId: string }) {
  const { data, error, mutate } = useCall(
    'showTransfer',
    { params: { transferId } },
    { refreshInterval: (latest) => (latest === undefined || isOnItsWay(latest.state) ? refreshMs : 0) },
  )
  const renew = (): void => void mutate()
  if (data) return <Transfer transfer={data} onChange={renew} />
  const failure = error && { status: error.status, code: error.body.errorCode }
  return <Unread failure={failure} back={links.transfers} onRetry={renew} />
}

function Transfer({ transfer, onChange }: { transfer: TransferView; onChange: () => void }) {
  const { t } = useWords()
  const { transferId, state, token, toAddress, recipient, txId, createdAt, sealedAt, failureCode } = transfer
  const isSent = state === 'pending' || state === 'sealed'
  return (
    <div className="grid gap-8">
      <StateNotice
        tone={toneOf(state)}
        title={t(`transfer.state.${state}`)}
        text={
          state === 'failed' && isFullStorage(failureCode)
            ? t('transfer.failed.storage')
            : t(`transfer.state.${state}-text`, { minutes: limits.transferDraftMinutes })
        }
      >
        {state === 'drafted' && (
          <ActButton
            title={t('transfer.give-up')}
            question={t('transfer.give-up.question')}
            done={t('transfer.give-up.done')}
            act={() => call('rollBackTransfer', { params: { transferId } })}
            onEnd={onChange}
          />
        )}
        {(state === 'given-up' || state === 'failed') && (
          <LinkButton to={links.transferToken(token.tokenId)}>{t('transfer.again')}</LinkButton>
        )}
      </StateNotice>
      {isSent && (
        <Steps
          steps={[
            { step: 'sending', at: createdAt, txId },
            { step: 'sealed', at: sealedAt, txId: null },
            { step: 'delivered', at: sealedAt, txId: null },
          ]}
          names={{ sending: t('transfer.step.sending') }}
          next={t(state === 'sealed' ? 'transfer.next.delivered' : 'transfer.next.sending')}
        />
      )}
      <Section title={t('transfer.piece')}>
        <TokenSummary token={token} />
        <RecipientFacts address={toAddress} recipient={recipient} />
        <LinkButton to={links.token(token.tokenId)} look="secondary">
          {t('transfer.to-token')}
        </LinkButton>
      </Section>
    </div>
  )
}

import type { GiftView } from '@kura/contract/market/gift'
import { limits } from '@kura/contract/limits'
import type { Route } from './+types/gift-progress-screen.ts'
import { links } from '../../platform/links.ts'
import { TokenSummary } from '../../ui/bought-summary.tsx'
import { formatMoment } from '../../platform/format.ts'
import { inGroups } from '../transfer/recipient.ts'
import { toneOf } from '../transfer/sent-state.ts'
import { SentPage, Unread, StateNotice, ActButton } from '../transfer/sent-page.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Fact, Facts, Section } from '../../ui/section.tsx'
import { languageOf, useWords } from '../../words/use-words.ts'
import { giftText, canCancel } from './gift-state.ts'
import { GiftSteps, useGift } from './gift-steps.tsx'
import { call } from '../../platform/api.ts'
import '../../words/gift-words.ts'
import '../../words/transfer-words.ts'

export default function GiftProgressScreen({ params: { giftId } }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <SentPage title={t('gift.one')} list={{ name: t('gift.list.title'), to: links.gifts }}>
      <LiveGift giftId={giftId} />
    </SentPage>
  )
}

function LiveGift({ giftId }: { giftId: string }) {
  const { gift, error, renew } = useGift(giftId)
  if (gift) return <Gift gift={gift} onChange={renew} />
  return <Unread failure={error} back={links.gifts} onRetry={renew} />
}

function Gift({ gift, onChange }: { gift: GiftView; onChange: () => void }) {
  const { t } = useWords()
  const { state, token, kind, side } = gift
  return (
    <div className="grid gap-8">
      <StateNotice
        tone={toneOf(state)}
        title={t(`gift.state.${state}`)}
        text={t(giftText(gift), { minutes: limits.transferDraftMinutes })}
      >
        <GiftActions gift={gift} onChange={onChange} />
      </StateNotice>
      {side === 'sent' && kind === 'mail' && (
        <p role="status" className="text-14 text-ink empty:hidden">
          {state === 'open' && gift.mail && t(`gift.mail.${gift.mail}`)}
        </p>
      )}
      <GiftSteps gift={gift} />
      <Section title={t('transfer.piece')}>
        <TokenSummary token={token} />
        <GiftFacts gift={gift} />
        <LinkButton to={links.token(token.tokenId)} look="secondary">
          {t('transfer.to-token')}
        </LinkButton>
      </Section>
    </div>
  )
}

function GiftFacts({ gift }: { gift: GiftView }) {
  const { t, language } = useWords()
  const { side, giverName, recipient, toAddress, email, message, claimUntil, state } = gift
  const to = recipient ? recipient.displayName || t('gift.nameless') : undefined
  return (
    <Facts>
      {side === 'received' && (
        <Fact name={t('gift.from')}>
          <span lang={languageOf(giverName)}>{giverName || t('gift.nameless')}</span>
        </Fact>
      )}
      {email !== null && (
        <Fact name={t('gift.email-to')}>
          <span className="break-all">{email}</span>
        </Fact>
      )}
      {toAddress !== '' && (
        <Fact name={t('transfer.to')}>
          <div className="grid gap-1">
            <span className="font-semibold" lang={to === undefined ? undefined : languageOf(to)}>
              {to ?? t('transfer.recipient-none')}
            </span>
            <span className="font-mono text-12 break-words" aria-label={toAddress}>
              {inGroups(toAddress)}
            </span>
          </div>
        </Fact>
      )}
      {message !== '' && (
        <Fact name={t('gift.words')}>
          <p className="whitespace-pre-line" lang={languageOf(message)}>
            {message}
          </p>
        </Fact>
      )}
      {claimUntil !== null && state === 'open' && (
        <Fact name={t('gift.until')}>
          <span className="tabular">{formatMoment(claimUntil, language)}</span>
        </Fact>
      )}
    </Facts>
  )
}

/** What the giver or the recipient can do about a gift now. */
function GiftActions({ gift, onChange }: { gift: GiftView; onChange: () => void }) {
  const { t } = useWords()
  const { giftId, side, state, kind, email, mail, token } = gift
  if (side === 'received')
    return state === 'sealed' ? <LinkButton to={links.collection}>{t('gift.list.to-collection')}</LinkButton> : null
  return (
    <>
      {/* before the first mail is written there is no link that could be lost */}
      {kind === 'mail' && state === 'open' && mail !== null && (
        <ActButton
          title={t('gift.mail-again')}
          question={t('gift.mail-again.question', { email: email ?? '' })}
          done={t('gift.mail-again.done')}
          act={() => call('mailGiftAgain', { params: { giftId } }, { idempotencyKey: crypto.randomUUID() })}
          // any other outcome removes this button
          refusal={({ errorCode }) =>
            errorCode === 'GIFT_STATE' ? t('gift.mail-again.most', { most: limits.giftMailsMost }) : undefined
          }
          onEnd={onChange}
        />
      )}
      {canCancel(gift) && (
        <ActButton
          title={t(state === 'drafted' ? 'transfer.give-up' : 'gift.cancel')}
          question={t(state === 'drafted' ? 'transfer.give-up.question' : 'gift.cancel.question')}
          done={t(state === 'drafted' ? 'transfer.give-up.done' : 'gift.cancel.done')}
          look="danger"
          act={() => call('endGift', { params: { giftId } })}
          refusal={({ errorCode }) =>
            errorCode === 'GIFT_STATE' ? t(state === 'drafted' ? 'gift.give-up.late' : 'gift.cancel.late') : undefined
          }
          onEnd={onChange}
        />
      )}
      {toneOf(state) === 'over' && <LinkButton to={links.giftToken(token.tokenId)}>{t('gift.again')}</LinkButton>}
    </>
  )
}

import { useLocation } from 'react-router'
import type { ApiOutput } from '@kura/contract/api'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { useState, useEffect, useRef } from 'react'
import type { ErrorBody } from '@kura/contract/errors'
import { useSWRConfig } from 'swr'
import { links, withRedirect } from '../../platform/links.ts'
import { useIsHydrated, useSession } from '../../platform/session.ts'
import { useCall, isAbout } from '../../platform/swr.ts'
import { formatMoment, formatSerial } from '../../platform/format.ts'
import { LinkButton, Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { FramedPicture } from '../../ui/picture.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { languageOf, useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import { call } from '../../platform/api.ts'
import { withTerms } from '../../identity/member/terms-request.ts'
import { useWork } from '../../platform/use-work.ts'
import { obstacleIn } from '../transfer/obstacle.ts'
import { FieldError } from '../../ui/field.tsx'
import { useGate, useLinkWallet } from '../../identity/wallet/use-link-wallet.ts'
import { toneOf } from '../transfer/sent-state.ts'
import { StateNotice } from '../transfer/sent-page.tsx'
import { giftText } from './gift-state.ts'
import { GiftSteps, useGift } from './gift-steps.tsx'
import '../../words/gift-words.ts'

const search = declareSearch({ token: 'browser' })
export const handle = { search }

/**
 * The page of a gift's link. Only the browser reads the secret: the page itself is the same for
 * everybody.
 */
export default function ClaimScreen() {
  const { t } = useWords()
  const token = useSearch(search).get('token') ?? ''
  const isHydrated = useIsHydrated()
  return (
    <div className="page grid justify-items-center pt-6 md:pt-12">
      <PageHead title={t('claim.title')} isHidden />
      <div className="grid w-full max-w-[480px] gap-6">
        <h1 className="text-24">{t('claim.title')}</h1>
        {isHydrated && token === '' ? <Unknown /> : <Claim token={token} />}
      </div>
    </div>
  )
}

function Claim({ token }: { token: string }) {
  const { data, error, mutate } = useCall('showClaim', token === '' ? null : { body: { token } })
  const isMember = useSession() !== undefined
  // a newer link may have been mailed while this one was checked
  if (error?.body.errorCode === 'TOKEN_NOTFOUND' || error?.status === 400) return <Unknown />
  if (data)
    return (
      <>
        <Gift claim={data} />
        <Part claim={data} token={token} isMember={isMember} onClaimed={() => void mutate()} />
      </>
    )
  if (error) return <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
  return (
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="aspect-square w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

type ClaimView = ApiOutput<'showClaim'>

/** The piece, its giver, and the message. */
function Gift({ claim }: { claim: ClaimView }) {
  const { t, pick } = useWords()
  const { name, seriesName, picture, serial, editionSize, giverName, message } = claim
  return (
    <section className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <p className="text-16 font-semibold text-ink" lang={languageOf(giverName)}>
        {giverName === '' ? t('claim.from-nameless') : t('claim.from', { name: giverName })}
      </p>
      <div className="mx-auto w-full max-w-72">
        <FramedPicture picture={picture} alt="" sizes="288px" isFirst />
      </div>
      <div className="grid justify-items-center gap-1 text-center">
        <p className="tabular text-24 leading-label font-bold text-ink">{formatSerial(serial)}</p>
        <h2 className="text-18">{pick(name)}</h2>
        <p className="text-12 text-sub-text">
          {pick(seriesName)} · {t('token.of-edition', { size: editionSize })}
        </p>
      </div>
      {message !== '' && (
        <blockquote
          lang={languageOf(message)}
          className="rounded-card bg-ground px-5 py-4 text-16 whitespace-pre-line text-ink"
        >
          {message}
        </blockquote>
      )}
    </section>
  )
}

type PartProps = { claim: ClaimView; token: string; isMember: boolean; onClaimed: () => void }

function Part({ claim, token, isMember, onClaimed }: PartProps) {
  const { t, language } = useWords()
  const { state, isOwn, giftId, claimUntil } = claim
  // the member who claimed it sees its outcome, even when it could not be delivered
  if ((state === 'yours' || state === 'over') && giftId !== null) return <ClaimFollowed giftId={giftId} />
  if (state === 'taken' || state === 'over')
    return (
      <EmptyState icon="gift" title={t(`claim.${state}`)} text={t(`claim.${state}-text`)}>
        <LinkButton to={links.home} look="secondary">
          {t('claim.to-home')}
        </LinkButton>
      </EmptyState>
    )
  if (isOwn)
    return (
      <EmptyState icon="gift" title={t('claim.own')} text={t('claim.own-text')}>
        <LinkButton to={links.gifts}>{t('gift.list.title')}</LinkButton>
      </EmptyState>
    )
  return (
    <div className="grid gap-4">
      <p className="text-14">{t('claim.what')}</p>
      <ClaimBox token={token} isMember={isMember} onClaimed={onClaimed} />
      <p className="tabular text-center text-12 text-sub-text">
        {t('claim.until', { time: formatMoment(claimUntil, language) })}
      </p>
    </div>
  )
}

function Unknown() {
  const { t } = useWords()
  return (
    <EmptyState icon="link" title={t('claim.unknown')} text={t('claim.unknown-text')}>
      <LinkButton to={links.home} look="secondary">
        {t('claim.to-home')}
      </LinkButton>
    </EmptyState>
  )
}

type ClaimBoxProps = { token: string; isMember: boolean; onClaimed: () => void }

/** The steps to a gift: an account, then a wallet with its vault, then the gift itself. */
function ClaimBox({ token, isMember, onClaimed }: ClaimBoxProps) {
  const isHydrated = useIsHydrated()
  if (!isHydrated) return <Skeleton className="h-13 w-full" />
  return isMember ? <ClaimButton token={token} onClaimed={onClaimed} /> : <Welcome />
}

function Welcome() {
  const { t } = useWords()
  const { pathname, search } = useLocation()
  const here = pathname + search
  return (
    <div className="grid gap-3">
      <LinkButton to={withRedirect(links.signup, here)} size="lg" isWide>
        {t('claim.sign-up')}
      </LinkButton>
      <LinkButton to={withRedirect(links.login, here)} look="secondary" isWide>
        {t('claim.login')}
      </LinkButton>
      <p className="text-center text-12 text-sub-text">{t('claim.after-sign-up')}</p>
    </div>
  )
}

function ClaimButton({ token, onClaimed }: { token: string; onClaimed: () => void }) {
  const { t } = useWords()
  const gate = useGate()
  const linkWallet = useLinkWallet()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorBody>()
  const handleClaim = async (): Promise<void> => {
    setFailure(undefined)
    if (gate !== 'open' && !(await linkWallet())) return
    const result = await work(() =>
      withTerms(
        () => call('claimGift', { body: { token } }, { idempotencyKey: crypto.randomUUID() }),
        (answer) => (answer.ok ? undefined : answer.body),
      ),
    )
    if (!result) return
    if (result.ok) return onClaimed()
    setFailure(result.body)
    // somebody else claimed it, or it ended: the page shows which
    if (['GIFT_STATE', 'TOKEN_EXPIRED', 'TOKEN_NOTFOUND'].includes(result.body.errorCode)) onClaimed()
  }
  return (
    <div className="grid gap-3">
      {gate !== 'open' && <p className="text-14">{t('claim.wallet')}</p>}
      <Button size="lg" isWide isBusy={isBusy} onClick={() => void handleClaim()}>
        {t(words[gate])}
      </Button>
      <FieldError error={failure && faultOf(failure, t)} />
    </div>
  )
}

const words = {
  open: 'claim.submit',
  'sign-in': 'claim.submit',
  'link-wallet': 'claim.wallet-button',
  'create-collection': 'claim.vault-button',
} as const

const faultOf = (body: ErrorBody, t: Translate): string =>
  t(obstacleIn(body) === 'storage-full' ? 'claim.storage' : `error.${body.errorCode}`)

/** The progress of a claimed gift, until it is in the vault. */
function ClaimFollowed({ giftId }: { giftId: string }) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const { gift } = useGift(giftId)
  const state = gift?.state
  useEffect(() => {
    if (state === 'sealed') void mutate(isAbout(['listTokens', 'countTokens', 'listGifts']))
  }, [state, mutate])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  // once it is ending, nothing is on its way any more
  const isOver = gift !== undefined && (toneOf(gift.state) !== 'waiting' || gift.state === 'ending')
  return (
    <div ref={place} tabIndex={-1} className="grid gap-6">
      <StateNotice
        tone={gift ? toneOf(gift.state) : 'waiting'}
        title={t(gift && isOver ? `gift.state.${gift.state}` : 'claim.yours')}
        text={gift && isOver ? t(giftText(gift)) : t('claim.on-its-way')}
      >
        {gift?.state === 'sealed' && (
          <LinkButton to={links.token(gift.token.tokenId)}>{t('claim.to-token')}</LinkButton>
        )}
      </StateNotice>
      {gift && <GiftSteps gift={gift} />}
    </div>
  )
}

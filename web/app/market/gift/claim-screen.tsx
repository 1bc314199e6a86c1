import type { ApiOutput } from '@kura/contract/api'
import { links } from '../../platform/links.ts'
import { useIsHydrated, useSession } from '../../platform/use-session.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { formatMoment } from '../../platform/time.ts'
import { formatSerial } from '../../platform/format-serial.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { FramedPicture } from '../../ui/picture.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { languageOf } from '../../words/language-of.ts'
import { useWords } from '../../words/use-words.ts'
import { ClaimBox } from './claim-box.tsx'
import { ClaimFollowed } from './claim-followed.tsx'
import '../../words/gift-words.ts'

const search = declareSearch({ token: 'browser' })
export const handle = { search }

/** Where the link of a gift leads. Its secret is the browser's business: the page itself is the same for everybody. */
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
  // a newer link may have been mailed while this one was looked at
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

/** What is given, by whom, and the words with it. */
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
  // whoever claimed it hears what became of it, also when it could not be delivered
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

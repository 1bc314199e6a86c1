import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { ErrorCode } from '@kura/contract/errors'
import type { AirdropStatus, AirdropView } from '@kura/contract/shop/issue'
import type { PackView } from '@kura/contract/shop/pack'
import { BotWidget } from '../../identity/captcha/bot-widget.tsx'
import { links, withRedirect } from '../../platform/links.ts'
import { RemainingBar, SaleCountdown } from '../pack/sale-countdown.tsx'
import { airdropRefusals } from '../pack/issue-packs.ts'
import { useIsHydrated, useSession } from '../../platform/session.ts'
import { formatMoment } from '../../platform/format.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useHasWallet } from '../../identity/wallet/use-link-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { StatusBadge } from './airdrop-card.tsx'
import { termOf } from './airdrop-claim.ts'
import '../../words/give-words.ts'

type ClaimBoxProps = {
  name: string
  airdrop: AirdropView | undefined
  pack: PackView
  nowMs: number
  own: AirdropStatus | undefined
  /** Why the status could not be read. */
  unread: ErrorCode | undefined
  onRetry: () => void
  isBusy: boolean
  fault: string | undefined
  /** A choice was cancelled: the box gets the focus. */
  hasFocus: boolean
  onClaim: () => void
}

/**
 * What an airdrop gives, for whom and until when, and the way to claim it or the reason why not.
 */
export function ClaimBox(props: ClaimBoxProps) {
  const { t } = useWords()
  const { name, airdrop, pack, nowMs, own, hasFocus } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasFocus) heading.current?.focus()
  }, [hasFocus])
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <p>
          <StatusBadge status={own?.status} isForAll={airdrop?.isForAll ?? true} />
        </p>
        <h1 ref={heading} tabIndex={-1} className="scroll-mt-24 text-24 md:text-32">
          {name}
        </h1>
        <p className="text-14">
          {t(`pack.kind.${pack.kind}`)} · {t('pack.cards', { count: pack.cardsPerPack })}
        </p>
      </div>
      <div className="grid gap-4 rounded-card border border-line bg-surface p-5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-24 leading-label font-semibold text-ink">{t('airdrop.free')}</span>
          {airdrop && (
            <span className="text-14 text-main">{t('airdrop.packs-each', { count: airdrop.packsEach })}</span>
          )}
        </p>
        <RemainingBar remaining={pack.remaining} issued={pack.issued} />
        {airdrop && (
          <>
            <SaleCountdown
              pack={termOf(airdrop)}
              nowMs={nowMs}
              size="md"
              words={{ starts: 'airdrop.starts-in', ends: 'airdrop.ends-in' }}
            />
            <About airdrop={airdrop} />
          </>
        )}
        <Action {...props} />
      </div>
    </div>
  )
}

function About({ airdrop }: { airdrop: AirdropView }) {
  const { t, language } = useWords()
  const { saleStartsAt, saleEndsAt } = termOf(airdrop)
  const start = saleStartsAt === null ? '' : formatMoment(saleStartsAt, language)
  const end = saleEndsAt === null ? '' : formatMoment(saleEndsAt, language)
  const term =
    start && end
      ? t('pack.sale-from-until', { start, end })
      : start
        ? t('pack.sale-from', { start })
        : end
          ? t('pack.sale-until', { end })
          : t('pack.sale-open')
  return (
    <Facts>
      <Fact name={t('airdrop.term')}>{term}</Fact>
      <Fact name={t('airdrop.who')}>{t(airdrop.isForAll ? 'airdrop.for-all' : 'airdrop.for-reserved')}</Fact>
    </Facts>
  )
}

function Action({ airdrop, pack, own, unread, onRetry, isBusy, fault, onClaim }: ClaimBoxProps) {
  const { t } = useWords()
  const { pathname } = useLocation()
  const isMember = useSession() !== undefined
  const isHydrated = useIsHydrated()
  const hasWallet = useHasWallet()
  if (isHydrated && !isMember)
    return (
      <>
        <LinkButton to={withRedirect(links.login, pathname)} size="lg" isWide>
          {t('airdrop.login')}
        </LinkButton>
        <p className="text-12 text-sub-text">{t('airdrop.once')}</p>
      </>
    )
  if (own === undefined && unread !== undefined) return <ErrorState code={unread} onRetry={onRetry} />
  if (own === undefined) return <Skeleton className="h-13 w-full" />
  if (own.status !== 'claimable')
    return (
      <>
        <p className="text-14 text-ink">{t(`error.${airdropRefusals[own.status]}`)}</p>
        <FieldError error={fault} />
        <LinkButton to={links.airdrops} look="secondary" isWide>
          {t('airdrop.others')}
        </LinkButton>
      </>
    )
  const packs = airdrop?.packsEach ?? own.packs
  return (
    <>
      <BotWidget />
      <Button size="lg" isWide isBusy={isBusy} onClick={onClaim}>
        {pack.kind === 'selectable'
          ? t('pick.begin')
          : packs === 1
            ? t('given.get')
            : t('airdrop.claim', { count: packs })}
      </Button>
      <FieldError error={fault} />
      <p className="text-12 text-sub-text">
        {t('airdrop.once')} {!hasWallet && t('airdrop.needs-wallet')}
      </p>
    </>
  )
}

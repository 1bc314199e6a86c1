import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { AirdropStatus } from '@kura/contract/shop/issue'
import type { PackView } from '@kura/contract/shop/pack'
import { links } from '../../platform/links.ts'
import { followedMost, GivenPacks } from '../pack/given-packs.tsx'
import { bringUp } from '../../ui/focus.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { isOnItsWay, opensItself } from './airdrop-claim.ts'
import '../../words/give-words.ts'

type ClaimedProps = {
  status: AirdropStatus
  kind: PackView['kind']
  /** It was claimed just now: it gets the focus. */
  hasFocus: boolean
}

/** A claim and its progress: all packs as a bar, the first of them one by one. */
export function Claimed({ status, kind, hasFocus }: ClaimedProps) {
  const { t } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!hasFocus) return
    if (heading.current) bringUp(heading.current)
  }, [hasFocus])
  const { packs, opened, delivered, orderIds } = status
  const isDone = delivered === packs
  const label = opensItself(kind)
    ? t('airdrop.progress', { packs, delivered })
    : t('airdrop.progress-unopened', { packs, opened })
  return (
    <section className="grid min-w-0 gap-4">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-20">
        {t('airdrop.claimed-title', { count: packs })}
      </h2>
      {packs > 1 && <Bar value={opensItself(kind) ? delivered : opened} most={packs} label={label} />}
      <p role="status" className="text-14">
        {isDone ? t('airdrop.all-delivered') : isOnItsWay(status, kind) ? t('airdrop.progress-note') : ''}
      </p>
      <GivenPacks orderIds={orderIds} />
      {orderIds.length > followedMost && (
        <p>
          <Link
            to={links.orders}
            className="inline-flex min-h-11 items-center text-14 font-medium text-indigo-text underline"
          >
            {t('airdrop.more', { count: orderIds.length - followedMost })}
          </Link>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!opensItself(kind) && opened < packs && (
          <LinkButton to={links.unopenedPacks} look="secondary">
            {t('collection.to-unopened')}
          </LinkButton>
        )}
        {delivered > 0 && (
          <LinkButton to={links.collection} look="secondary">
            {t('given.to-collection')}
          </LinkButton>
        )}
      </div>
    </section>
  )
}

function Bar({ value, most, label }: { value: number; most: number; label: string }) {
  return (
    <div className="grid gap-1">
      <svg
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={most}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2 w-full rounded-full bg-line"
      >
        <rect height="4" width={(value / most) * 100} className="fill-indigo-text" />
      </svg>
      <p className="tabular text-14 text-ink">{label}</p>
    </div>
  )
}

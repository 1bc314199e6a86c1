import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { PackView, QueueView } from '@kura/contract/shop/pack'
import { BotWidget } from '../../identity/captcha/bot-widget.tsx'
import { formatCount, formatMoment } from '../../platform/format.ts'
import { links, withRedirect } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import { useLine } from './use-line.ts'
import '../../words/pack-words.ts'

/**
 * The line of a pack: how to join it, the member's place, and the purchase when it is their turn.
 */
export function LineBox({ pack }: { pack: PackView }) {
  const { t } = useWords()
  const isMember = useSession() !== undefined
  return (
    <section className="grid gap-3 rounded-field bg-indigo-ground p-4">
      <h2 className="flex items-center gap-2 text-16">
        <Icon name="clock" className="size-5 text-indigo-text" />
        {t('line.title')}
      </h2>
      {isMember ? (
        <OwnLine pack={pack} />
      ) : (
        <>
          <p className="text-14">{t(pack.state === 'before' ? 'line.before' : 'line.explain')}</p>
          <LinkButton to={withRedirect(links.login, links.pack(pack.packId))} isWide>
            {t('line.join')}
          </LinkButton>
          <p className="text-12 text-sub-text">{t('line.needs-member')}</p>
        </>
      )}
    </section>
  )
}

function OwnLine({ pack }: { pack: PackView }) {
  const { t } = useWords()
  const isBefore = pack.state === 'before'
  const { line, isJoining, failure, unread, retry, join } = useLine(pack.packId, isBefore)
  useGoWhenAdmitted(line, pack.packId)
  const state = line?.state
  if (line === undefined && unread !== undefined) return <ErrorState code={unread} onRetry={retry} />
  return (
    <>
      {line?.state === 'waiting' && <Place line={line} isBefore={isBefore} />}
      {line?.state === 'admitted' && <Turn line={line} packId={pack.packId} />}
      {state === 'closed' && <p className="text-14 text-ink">{t('line.closed')}</p>}
      {(state === undefined || state === 'none') && (
        <>
          <p className="text-14">{t(isBefore ? 'line.before' : 'line.explain')}</p>
          <BotWidget />
          <Button isWide isBusy={isJoining} disabled={line === undefined} onClick={() => void join()}>
            {t('line.join')}
          </Button>
          <FieldError error={failure && t(`error.${failure}`)} />
        </>
      )}
      <p role="status" className="sr-only">
        {line && sayLine(line, isBefore, t)}
      </p>
    </>
  )
}

function Place({ line, isBefore }: { line: QueueView; isBefore: boolean }) {
  const { t, language } = useWords()
  const { ahead, waitSeconds } = line
  if (isBefore || ahead === null) return <p className="text-14 text-ink">{t('line.waiting-before')}</p>
  return (
    <>
      <p className="tabular text-20 font-semibold text-ink">
        {ahead === 0 ? t('line.next') : t('line.ahead', { count: ahead, ahead: formatCount(ahead, language) })}
      </p>
      <p className="text-14 text-ink">{waitSeconds === 0 ? t('line.all-reserved') : waitWords(waitSeconds ?? 0, t)}</p>
      <p className="text-12">{t('line.keep')}</p>
    </>
  )
}

function Turn({ line, packId }: { line: QueueView; packId: string }) {
  const { t, language } = useWords()
  return (
    <>
      <p className="text-20 font-semibold text-ink">{t('line.admitted')}</p>
      {line.admittedUntil !== null && (
        <p className="text-14 text-ink">
          {t('line.admitted-until', { time: formatMoment(line.admittedUntil, language) })}
        </p>
      )}
      <LinkButton to={links.checkout(packId)} size="lg" isWide>
        {t('line.to-checkout')}
      </LinkButton>
    </>
  )
}

/**
 * Continues to the purchase when the turn comes while the member waits here; not when the page is
 * opened during the turn.
 */
function useGoWhenAdmitted(line: QueueView | undefined, packId: string): void {
  const navigate = useNavigate()
  const before = useRef<QueueView['state']>(undefined)
  const state = line?.state
  useEffect(() => {
    if (before.current === 'waiting' && state === 'admitted') void navigate(links.checkout(packId))
    before.current = state
  }, [state, packId, navigate])
}

const waitWords = (seconds: number, t: Translate): string =>
  seconds < 60 ? t('line.wait-seconds') : t('line.wait', { count: Math.ceil(seconds / 60) })

/** The announcement for screen readers: it changes with the minutes, not with every person. */
function sayLine({ state, ahead, waitSeconds }: QueueView, isBefore: boolean, t: Translate): string {
  if (state === 'admitted') return t('line.admitted')
  if (state === 'closed') return t('line.closed')
  if (state === 'none') return ''
  if (isBefore || ahead === null) return t('line.waiting-before')
  return waitSeconds === 0 ? t('line.next') : waitWords(waitSeconds ?? 0, t)
}

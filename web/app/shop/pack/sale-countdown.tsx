import type { PackCardView } from '@kura/contract/shop/pack'
import { useServerNow } from '../../platform/clock.ts'
import { timeLeft, formatCount } from '../../platform/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'

type Term = Pick<PackCardView, 'saleStartsAt' | 'saleEndsAt' | 'state'>

const sale = { starts: 'pack.starts-in', ends: 'pack.ends-in' } as const

/** Beyond this no countdown is shown. */
const countdownDays = 14

type CountdownProps = { pack: Term; nowMs: number; size?: 'sm' | 'md'; words?: { starts: WordKey; ends: WordKey } }

/**
 * The time until the sale starts or ends, by the server's clock; nothing when that is far away or
 * open.
 */
export function SaleCountdown({ pack, nowMs, size = 'sm', words = sale }: CountdownProps) {
  const { t } = useWords()
  const now = useServerNow(nowMs, 1000)
  const starts = pack.saleStartsAt === null ? 0 : Date.parse(pack.saleStartsAt)
  const isBefore = starts > now
  const target = isBefore ? starts : pack.saleEndsAt === null ? undefined : Date.parse(pack.saleEndsAt)
  if (target === undefined || target <= now || target - now > countdownDays * 86_400_000) return null
  const isSoon = target - now < 86_400_000
  return (
    <p
      className={classes(
        'flex items-center gap-1.5 leading-label',
        size === 'sm' ? 'text-12' : 'text-14',
        isSoon ? 'text-attention-text' : 'text-main',
      )}
    >
      <Icon name="clock" className={size === 'sm' ? 'size-4' : 'size-5'} />
      {t(isBefore ? words.starts : words.ends)}
      <span role="timer" className="tabular font-semibold">
        {leftWords(target - now, t)}
      </span>
    </p>
  )
}

/** The two largest units are enough. */
function leftWords(ms: number, t: Translate): string {
  const left = timeLeft(ms)
  if (left.days > 0) return t('pack.left.days', left)
  if (left.hours > 0) return t('pack.left.hours', left)
  return t('pack.left.minutes', left)
}

/** Below this part of the whole the bar asks for attention. */
const fewPart = 0.15

/** How many of all packs remain, as a bar and in numbers. */
export function RemainingBar({ remaining, issued }: { remaining: number; issued: number }) {
  const { t, language } = useWords()
  const part = issued === 0 ? 0 : remaining / issued
  const count = (value: number): string => formatCount(value, language)
  const label = t('pack.remaining-of', { remaining: count(remaining), issued: count(issued) })
  return (
    <div className="grid gap-1">
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-1.5 w-full rounded-full bg-line"
        aria-hidden="true"
      >
        <rect
          height="4"
          width={Math.max(part * 100, remaining > 0 ? 2 : 0)}
          className={part < fewPart ? 'fill-attention' : 'fill-indigo-text'}
        />
      </svg>
      <p
        className={classes(
          'tabular text-12 leading-label',
          part < fewPart ? 'font-semibold text-attention-text' : 'text-sub-text',
        )}
      >
        {label}
      </p>
    </div>
  )
}

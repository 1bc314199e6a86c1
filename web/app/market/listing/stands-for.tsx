import { useServerNow } from '../../platform/clock.ts'
import { formatDay } from '../../platform/time.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/selling-words.ts'

const dayMs = 86_400_000

/** How long an offer stands, to the day. Empty until the server's time is known. */
export function StandsFor({ days }: { days: number }) {
  const { t, language } = useWords()
  const now = useServerNow(undefined, dayMs)
  return (
    <p className="min-h-6 text-14">
      {now !== undefined &&
        t('sell.days', { count: days, until: formatDay(new Date(now + days * dayMs).toISOString(), language) })}
    </p>
  )
}

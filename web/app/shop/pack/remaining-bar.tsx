import { formatCount } from '../../platform/format-count.ts'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'

/** Below this part of the whole the bar asks for attention. */
const fewPart = 0.15

/** How many packs are left of how many, as a bar and in numbers. */
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

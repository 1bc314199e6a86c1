import { links } from '../../platform/links.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'

/** What the home page leads with when no banner is shown. */
export function Hero() {
  const { t } = useWords()
  return (
    <div className="relative grid content-center gap-4 overflow-hidden rounded-card bg-indigo px-6 py-16 text-white md:px-16 md:py-24">
      <Waves />
      <p className="relative max-w-[20em] text-24 leading-[1.5] font-semibold md:text-40">{t('home.hero')}</p>
      <p className="relative max-w-reading text-14 md:text-16">{t('home.hero-text')}</p>
      <p className="relative mt-2">
        <LinkButton to={links.packs} look="secondary" size="lg">
          {t('home.packs')}
        </LinkButton>
      </p>
    </div>
  )
}

/** Seigaiha: the blue sea of waves, as faint as on the lining of a cloth. */
function Waves() {
  return (
    <svg className="absolute inset-0 size-full text-white opacity-[0.07]" aria-hidden="true">
      <defs>
        <pattern id="waves" width="64" height="32" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="1.5">
            {[30, 22, 14, 6].map((radius) => (
              <g key={radius}>
                <circle cx="32" cy="32" r={radius} />
                <circle cx="0" cy="48" r={radius} />
                <circle cx="64" cy="48" r={radius} />
              </g>
            ))}
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#waves)" />
    </svg>
  )
}

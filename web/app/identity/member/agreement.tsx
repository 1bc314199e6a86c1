import { links } from '../../platform/links.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

/** The sentence of agreement with its two links, wherever a language puts them. */
export function Agreement() {
  const { t } = useWords()
  const parts = t('signup.agree', { terms: '\u0001terms\u0001', privacy: '\u0001privacy\u0001' }).split('\u0001')
  return parts.map((part) =>
    part === 'terms' || part === 'privacy' ? (
      <a
        key={part}
        href={links[part]}
        target="_blank"
        rel="noreferrer"
        className="font-semibold text-indigo-text underline"
      >
        {t(`legal.${part}`)}
      </a>
    ) : (
      part
    ),
  )
}

import { useSyncExternalStore } from 'react'
import { call } from '../../platform/api.ts'
import { asTheme, languages, preferenceCookie, themes } from '../../platform/preferences.ts'
import type { Language, Theme } from '../../platform/preferences.ts'
import { session } from '../../platform/session.ts'
import { useTheme } from '../../platform/use-site.ts'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'

/** Language and appearance. Another language is another page; another appearance shows at once. */
export function PreferenceSwitches() {
  const { t, language } = useWords()
  const theme = useShownTheme()
  return (
    <div className="grid gap-4 p-3">
      <Choices
        legend={t('shell.language')}
        values={languages}
        current={language}
        labelOf={(value) => t(`shell.language.${value}`)}
        langOf={(value) => value}
        onChoose={(value) => void chooseLanguage(value)}
      />
      <Choices
        legend={t('shell.theme')}
        values={themes}
        current={theme}
        labelOf={(value) => t(`shell.theme.${value}`)}
        onChoose={chooseTheme}
      />
    </div>
  )
}

type ChoicesProps<T> = {
  legend: string
  values: readonly T[]
  current: T
  labelOf: (value: T) => string
  langOf?: (value: T) => string
  onChoose: (value: T) => void
}

function Choices<T extends string>({ legend, values, current, labelOf, langOf, onChoose }: ChoicesProps<T>) {
  return (
    <div role="group" aria-label={legend} className="grid gap-2">
      <p className="text-12 leading-label text-sub-text" aria-hidden="true">
        {legend}
      </p>
      <div className="flex flex-wrap gap-2">
        {values.map((value) => (
          <button
            key={value}
            type="button"
            lang={langOf?.(value)}
            aria-pressed={value === current}
            onClick={() => onChoose(value)}
            className={classes(
              'min-h-11 rounded-full border px-4 text-14 leading-label whitespace-nowrap transition-colors',
              value === current
                ? 'border-ink bg-ink text-paper'
                : 'border-line bg-surface text-ink hover:border-line-strong',
            )}
          >
            {labelOf(value)}
          </button>
        ))}
      </div>
    </div>
  )
}

const themeListeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  themeListeners.add(listener)
  return () => themeListeners.delete(listener)
}

/** The theme of the document, which the head set from the cookie. */
function useShownTheme(): Theme {
  const rendered = useTheme()
  return useSyncExternalStore(
    subscribe,
    () => asTheme(document.documentElement.dataset['theme']),
    () => rendered,
  )
}

const isSecure = (): boolean => location.protocol === 'https:'

function chooseTheme(theme: Theme): void {
  document.cookie = preferenceCookie('kura_theme', theme, isSecure())
  document.documentElement.dataset['theme'] = theme
  for (const listener of themeListeners) listener()
}

/** Of a member it is also the language of the mails. Nobody waits long for that: signing in says it again. */
async function chooseLanguage(language: Language): Promise<void> {
  document.cookie = preferenceCookie('kura_language', language, isSecure())
  if (session.read())
    await call('updateProfile', { body: { locale: language } }, { signal: AbortSignal.timeout(mailLanguageMs) })
  location.reload()
}
const mailLanguageMs = 2000

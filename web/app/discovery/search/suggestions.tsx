import { useEffect, useId, useState } from 'react'
import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../../platform/swr.ts'
import { links } from '../../platform/links.ts'
import { withoutRegulated } from '../../platform/regulated.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import { HitLine, hitHref } from './hit.tsx'
import { forgetSearches, keepSearch, readSearches } from './recent-searches.ts'
import '../../words/search-words.ts'

/** After the last key, before suggestions are asked for. */
const restMs = 150

type Option = { key: string; group: string; to: string; show: () => React.ReactNode }

/**
 * The list below a search field: a combobox whose options are links. The arrow keys move through
 * it, Enter follows the marked option, Escape closes it.
 */
export function Suggestions({ input, onClose }: { input: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const id = useId()
  const query = useTyped(input)
  const [marked, setMarked] = useState<number>()
  const [recent, setRecent] = useState(readSearches)
  const { data } = useCall(
    'listSuggestions',
    { query: { ...withoutRegulated, ...(query === '' ? {} : { q: query }) } },
    { keepPreviousData: true },
  )
  const options: Option[] = [
    ...(query === '' ? recent : []).map((text) => ({
      key: `recent ${text}`,
      group: t('search.recent'),
      to: links.search(text),
      show: () => <Words icon="clock">{text}</Words>,
    })),
    ...(query === ''
      ? []
      : [
          {
            key: 'go',
            group: '',
            to: links.search(query),
            show: () => <Words icon="search">{t('search.go', { query })}</Words>,
          },
        ]),
    ...(data?.items ?? []).map((hit) => ({
      key: `${hit.kind} ${hit.id}`,
      group: hit.isPopular ? t('search.popular') : t(`search.kind.${hit.kind}`),
      to: hitHref(hit),
      show: () => <HitLine hit={hit} />,
    })),
  ]
  const follow = (option: Option) => {
    if (query !== '') keepSearch(query)
    onClose()
    void navigate(option.to)
  }
  useEffect(() => setMarked(undefined), [query])
  useEffect(() => {
    const field = input.current
    if (!field) return undefined
    const set = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'true', 'aria-controls': id }
    for (const [name, value] of Object.entries(set)) field.setAttribute(name, value)
    if (marked === undefined) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', `${id}-${marked}`)
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const last = options.length - 1
      if (event.key === 'ArrowDown') setMarked(marked === undefined || marked === last ? 0 : marked + 1)
      else if (event.key === 'ArrowUp') setMarked(marked === undefined || marked === 0 ? last : marked - 1)
      else if (event.key === 'Enter' && marked !== undefined && options[marked]) follow(options[marked])
      else if (event.key === 'Escape') onClose()
      else return
      event.preventDefault()
    }
    field.addEventListener('keydown', onKey)
    return () => {
      field.removeEventListener('keydown', onKey)
      field.setAttribute('aria-expanded', 'false')
    }
  })
  return (
    <div
      role="presentation"
      // a press must not take the focus from the field
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-40 mt-2 max-h-[70vh] overflow-y-auto rounded-card border border-line bg-surface py-2 shadow-lg"
    >
      <div id={id} role="listbox" aria-label={t('search.suggestions')}>
        {options.map((option, at) => (
          <div key={option.key} role="presentation">
            {option.group !== '' && option.group !== options[at - 1]?.group && (
              <span aria-hidden="true" className="block px-4 pt-2 pb-1 text-12 text-sub-text">
                {option.group}
              </span>
            )}
            <div
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === marked}
              onClick={() => follow(option)}
              className={classes(
                'flex min-h-11 cursor-pointer items-center px-4 py-1',
                at === marked ? 'bg-ground' : 'hover:bg-ground',
              )}
            >
              {option.show()}
            </div>
          </div>
        ))}
      </div>
      {query === '' && recent.length > 0 && (
        <button
          type="button"
          onClick={() => {
            forgetSearches()
            setRecent([])
          }}
          className="min-h-11 px-4 text-12 text-indigo-text hover:underline"
        >
          {t('search.recent-clear')}
        </button>
      )}
      <p role="status" className="sr-only">
        {data ? t('search.found', { count: data.items.length }) : ''}
      </p>
    </div>
  )
}

function Words({ icon, children }: { icon: 'clock' | 'search'; children: string }) {
  return (
    <span className="flex min-w-0 items-center gap-3 text-14 text-ink">
      <Icon name={icon} className="size-5 shrink-0 text-sub-text" />
      <span className="truncate">{children}</span>
    </span>
  )
}

/** What stands in a field, a moment after the last key. */
function useTyped(input: RefObject<HTMLInputElement | null>): string {
  const [typed, setTyped] = useState(() => input.current?.value.trim() ?? '')
  useEffect(() => {
    const field = input.current
    let rest: ReturnType<typeof setTimeout> | undefined
    const onInput = () => {
      clearTimeout(rest)
      rest = setTimeout(() => setTyped(field?.value.trim() ?? ''), restMs)
    }
    field?.addEventListener('input', onInput)
    return () => {
      clearTimeout(rest)
      field?.removeEventListener('input', onInput)
    }
  }, [input])
  return typed
}

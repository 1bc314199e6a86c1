import { useId } from 'react'
import { Form, useMatches } from 'react-router'
import { links } from '../../platform/links.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'

/** Searches items; a plain form that also works without JavaScript. */
export function SearchForm({ hasFocus = false }: { hasFocus?: boolean }) {
  const { t } = useWords()
  const id = useId()
  // of a page that is searched, as its data has it: on any other a `q` means nothing
  const page = useMatches().at(-1)?.loaderData as { filters?: { q?: string } } | null | undefined
  const query = page?.filters?.q ?? ''
  return (
    <Form role="search" action={links.items} className="relative">
      <label htmlFor={id} className="sr-only">
        {t('shell.search')}
      </label>
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-sub-text"
      />
      <input
        key={query}
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        maxLength={100}
        autoFocus={hasFocus}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={t('shell.search-placeholder')}
        className="h-11 w-full rounded-full border border-line bg-surface pr-4 pl-10 text-16 leading-label text-ink placeholder:text-14 placeholder:text-sub-text hover:border-line-strong"
      />
    </Form>
  )
}

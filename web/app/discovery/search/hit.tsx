import type { ApiOutput } from '@kura/contract/api'
import { links } from '../../platform/links.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/search-words.ts'

export type Hit = Omit<ApiOutput<'listSuggestions'>['items'][number], 'isPopular'>

/** Where a hit leads. */
export function hitHref({ kind, id }: Hit): string {
  switch (kind) {
    case 'item':
      return links.item(id)
    case 'series':
      return links.series(id)
    case 'pack':
      return links.pack(id)
    case 'artist':
      return links.search(id, 'item')
    case 'member':
      return links.member({ handle: null, userId: id })
    case 'category':
      return links.category(id)
  }
}

const icons: Record<Hit['kind'], IconName> = {
  item: 'item',
  series: 'vault',
  pack: 'pack',
  artist: 'person',
  member: 'person',
  category: 'sliders',
}

/** A hit in one line: picture or icon, name, and what it belongs to. */
export function HitLine({ hit }: { hit: Hit }) {
  const { t, pick } = useWords()
  const note = hit.seriesName
    ? pick(hit.seriesName)
    : hit.itemCount === null
      ? ''
      : t('search.works', { count: hit.itemCount })
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-field bg-ground">
        {hit.picture ? (
          <Picture picture={hit.picture} alt="" sizes="40px" className="w-full" />
        ) : (
          <Icon name={icons[hit.kind]} className="size-5 text-sub-text" />
        )}
      </span>
      <span className="grid min-w-0">
        <span className="truncate text-14 text-ink">{pick(hit.name)}</span>
        {note !== '' && <span className="truncate text-12 text-sub-text">{note}</span>}
      </span>
    </span>
  )
}

import type { SearchDocument } from '../../discovery/search/index-queries.ts'
import { readNames, shortReading } from '../../discovery/reading/read-names.ts'
import type { Catalogue } from './catalogue.ts'

/** What a search finds of a folder, each with every name, reading and synonym it is found by. */
export async function listDocuments({ series, categories, items, packs }: Catalogue): Promise<SearchDocument[]> {
  const artists = [...new Set(items.map(({ artist }) => artist).filter(Boolean))]
  const named = [...series, ...categories, ...items, ...packs]
  const readings = await readNames([...artists, ...named.map(({ name }) => name.ja)])
  // what the operator wrote comes in place of what the dictionary says
  const own = (entry: Pick<(typeof named)[number], 'name' | 'reading' | 'synonyms'>) => {
    const known = readings.get(entry.name.ja)
    return [
      entry.name.ja,
      entry.name.en,
      ...(entry.reading === '' ? (known?.readings ?? []) : [entry.reading, shortReading(entry.reading)]),
      ...(entry.synonyms.length === 0 ? (known?.synonyms ?? []) : entry.synonyms),
    ]
  }
  return [
    ...categories.map((entry) => ({ kind: 'category' as const, id: entry.slug, own: own(entry) })),
    ...series.map((entry) => ({ kind: 'series' as const, id: entry.id, own: own(entry) })),
    ...artists.map((artist) => ({
      kind: 'artist' as const,
      id: artist,
      own: own({ name: { ja: artist, en: artist }, reading: '', synonyms: [] }),
    })),
    ...packs.map((entry) => ({ kind: 'pack' as const, id: entry.id, own: own(entry) })),
    ...items.map((entry) => ({ kind: 'item' as const, id: entry.id, own: own(entry) })),
  ]
}

import type { Db } from '../../platform/db/connect.ts'
import { spellingsOf } from '../reading/kana.ts'
import { listForms } from './queries.ts'
import type { SearchTerms } from './queries.ts'

/** More words than this do not narrow a search. */
const wordsMost = 6

/**
 * The spellings that a text is searched in; undefined when nothing of it can be found. Control and
 * direction characters count as spaces.
 */
export async function readTerms(db: Db, text: string): Promise<SearchTerms | undefined> {
  const rows = await listForms(db, [text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()])
  const [form = ''] = rows.map((row) => row.form.trim())
  const words = form.split(' ').filter(Boolean).slice(0, wordsMost)
  if (words.length === 0) return undefined
  return { wholes: [...new Set([words.join(' '), ...spellingsOf(words.join(''))])], words: words.map(spellingsOf) }
}

/**
 * The words that differ from one of the forms in one letter, or in two for a form of six letters or
 * more. Those that differ least are the first group.
 */
export function nearest(forms: string[], words: { word: string }[]): string[][] {
  const groups: string[][] = [[], [], []]
  for (const { word } of words) {
    const distance = Math.min(Infinity, ...forms.map((form) => distanceOf(form, word, form.length >= 6 ? 2 : 1)))
    groups[distance]?.push(word)
  }
  return groups.filter((group) => group.length > 0)
}

/** Letters to change, add or leave out until two words are the same; Infinity beyond `most`. */
function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let y = 1; y <= a.length; y += 1) {
    const next = [y]
    let least = y
    for (let x = 1; x <= b.length; x += 1) {
      const changed = (row[x - 1] ?? 0) + (a[y - 1] === b[x - 1] ? 0 : 1)
      const distance = Math.min((row[x] ?? 0) + 1, (next[x - 1] ?? 0) + 1, changed)
      least = Math.min(least, distance)
      next.push(distance)
    }
    if (least > most) return Infinity
    row = next
  }
  const distance = row[b.length] ?? Infinity
  return distance <= most ? distance : Infinity
}

import type { Words } from '@kura/contract/ids'
import { formatYen } from '@kura/contract/money'
import { codeWords, pageWords } from './export-words.ts'
import type { ExportFile } from './archive.ts'
import type { ExportPart, ExportRow, Field, Locale } from './part.ts'

type PageContent = { site: string; locale: Locale; at: Date; files: readonly ExportFile[] }
export type IndexEntry = { part: ExportPart; count: number }

/** A page of a phone with more rows than this is of no use; the data file has them all. */
const rowsShownMost = 5000

/** One subject as JSON: what its fields mean, then its rows. */
export async function* jsonFile(
  { name, title, about, fields }: ExportPart,
  pieces: AsyncIterable<ExportRow[]>,
  { at }: PageContent,
): AsyncGenerator<string> {
  const meanings = Object.fromEntries(Object.entries(fields).map(([key, { ja, en }]) => [key, { ja, en }]))
  const head = JSON.stringify({ subject: name, title, about, exportedAt: at, fields: meanings }, null, 1)
  yield `${head.slice(0, -2)},\n "items": [`
  let isFirst = true
  for await (const rows of pieces) {
    if (rows.length === 0) continue
    yield (isFirst ? '\n' : ',\n') + rows.map((row) => JSON.stringify(row)).join(',\n')
    isFirst = false
  }
  yield '\n]}\n'
}

/** One subject as a page that needs nothing else: no script, no address outside the archive. */
export async function* partPage(
  part: ExportPart,
  pieces: AsyncIterable<ExportRow[]>,
  content: PageContent,
): AsyncGenerator<string> {
  const { locale } = content
  const words = pageWords[locale]
  yield head(part.title[locale], content)
  yield `<p><a href="../index.html">${escape(words.back)}</a></p><h1>${escape(part.title[locale])}</h1><p>${escape(part.about[locale])}</p>`
  let count = 0
  for await (const rows of pieces) {
    const shown = rows.slice(0, Math.max(0, rowsShownMost - count))
    if (count === 0 && rows.length > 0) yield tableHead(part, locale)
    count += rows.length
    yield shown.map((row) => tableRow(part.fields, row, locale)).join('')
  }
  yield count > 0 ? '</tbody></table></div>' : `<p>${escape(words.nothing)}</p>`
  if (count > rowsShownMost) yield `<p>${escape(words.more(rowsShownMost, count))}</p>`
  yield `<p><a href="../data/${escape(part.name)}.json">${escape(words.data)}</a></p></body></html>\n`
}

/** The first page: every subject with its count, and the member's files. */
export function indexPage(entries: readonly IndexEntry[], content: PageContent): string {
  const { locale, files, at, site } = content
  const words = pageWords[locale]
  const rows = entries.map(
    ({ part: { name, title, about }, count }) =>
      `<tr><td><a href="pages/${escape(name)}.html">${escape(title[locale])}</a><br><small>${escape(about[locale])}</small></td><td>${escape(words.count(count))}</td></tr>`,
  )
  const own = files.map(({ name }) => `<li><a href="files/${escape(name)}">${escape(name)}</a></li>`)
  return [
    head(words.title(site), content),
    `<h1>${escape(words.title(site))}</h1><p>${escape(words.madeAt(timeOf(at, locale)))}</p><p>${escape(words.lead)}</p>`,
    `<div class="wide"><table><tbody>${rows.join('')}</tbody></table></div>`,
    own.length > 0 ? `<h2>${escape(words.files)}</h2><ul>${own.join('')}</ul>` : '',
    `<p><small>${escape(words.keep)}</small></p></body></html>\n`,
  ].join('\n')
}

const head = (title: string, { locale }: PageContent): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>
body{max-width:1100px;margin:0 auto;padding:24px 16px;font:16px/1.7 "Hiragino Sans","Noto Sans JP","Yu Gothic",Meiryo,sans-serif;color:#4a4745;background:#fbfaf7}
h1{font-size:24px;color:#1b1a19}h2{font-size:18px;color:#1b1a19}a{color:#2b3a67}small{color:#6f6b6b}
.wide{overflow-x:auto;background:#fff;border:1px solid #e7e3dc;border-radius:8px}
table{border-collapse:collapse;min-width:100%;font-size:14px}th,td{padding:8px 12px;text-align:left;vertical-align:top;border-bottom:1px solid #e7e3dc}
th{white-space:nowrap;color:#6f6b6b;font-weight:400}td{overflow-wrap:anywhere;min-width:6em}
</style>
</head>
<body>
`

const shownFields = (fields: Record<string, Field>) => Object.entries(fields).filter(([, field]) => !field.isDataOnly)

const tableHead = ({ fields, title }: ExportPart, locale: Locale): string => {
  const names = shownFields(fields).map(([, field]) => `<th scope="col">${escape(field[locale])}</th>`)
  return `<div class="wide" tabindex="0" role="region" aria-label="${escape(title[locale])}"><table><thead><tr>${names.join('')}</tr></thead><tbody>`
}

function tableRow(fields: Record<string, Field>, row: ExportRow, locale: Locale): string {
  const cells = shownFields(fields).map(([name, field]) => `<td>${escape(textOf(row[name], field, locale))}</td>`)
  return `<tr>${cells.join('')}</tr>\n`
}

function textOf(value: unknown, { kind }: Field, locale: Locale): string {
  const words = pageWords[locale]
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (value instanceof Date) return timeOf(value, locale)
  if (kind === 'yen') return formatYen(Number(value))
  if (kind === 'time') return timeOf(new Date(String(value)), locale)
  if (kind === 'code') return codeWords[String(value)]?.[locale] ?? String(value)
  if (isWords(value)) return value[locale]
  if (Array.isArray(value)) return value.map((each: unknown) => entryOf(each, locale)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}

/** One of several: a text, or a state with its time. */
function entryOf(value: unknown, locale: Locale): string {
  if (typeof value !== 'object' || value === null || !('state' in value))
    return textOf(value, { ja: '', en: '' }, locale)
  const state = codeWords[String(value.state)]?.[locale] ?? String(value.state)
  return 'at' in value ? `${state} ${timeOf(new Date(String(value.at)), locale)}` : state
}

const isWords = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && 'ja' in value && 'en' in value

const timeFormats = Object.fromEntries(
  (['ja', 'en'] as const).map((locale) => [
    locale,
    new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: 'Asia/Tokyo',
    }),
  ]),
) as Record<Locale, Intl.DateTimeFormat>
const timeOf = (at: Date, locale: Locale): string => timeFormats[locale].format(at)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

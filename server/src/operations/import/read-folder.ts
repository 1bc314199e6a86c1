import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Node, Pair } from 'yaml'
import { byName } from './faults.ts'
import type { Fault } from './faults.ts'
import type { Row, Cell } from './row.ts'

export const tableNames = [
  'rights-holders',
  'series',
  'categories',
  'items',
  'contents',
  'packs',
  'passcodes',
  'airdrops',
  'reservations',
  'point-campaigns',
  'operator',
  'market',
  'banners',
  'external-products',
  'announcements',
  'events',
] as const
export type TableName = (typeof tableNames)[number]
export type Tables = {
  rows: Record<TableName, Row[]>
  /** The tables that the folder has. */
  present: Set<TableName>
  /** Tables of which a file could not be read: what others say of them cannot be judged. */
  broken: Set<TableName>
  digest: string
}

const fileName = new RegExp(`^(${tableNames.join('|')})([.-][\\w.-]+)?\\.(yaml|yml|csv)$`)

/**
 * Reads the files of a catalogue folder. A table may be spread over files: `items.yaml`,
 * `items-winter.csv`.
 */
export async function readFolder(folder: string, faults: Fault[]): Promise<Tables> {
  const rows = Object.fromEntries(tableNames.map((name): [TableName, Row[]] => [name, []])) as Tables['rows']
  const present = new Set<TableName>()
  const broken = new Set<TableName>()
  const hash = createHash('sha256')
  const names = await namesIn(folder, faults)
  for (const name of names.toSorted(byName)) {
    const [, table, , kind] = fileName.exec(name) ?? []
    if (!table) {
      if (/\.(ya?ml|csv)$/.test(name))
        faults.push({ file: name, line: 1, message: `is no table: a file is named ${tableNames.join(', ')}` })
      continue
    }
    const bytes = await readFile(join(folder, name))
    hash.update(`${name} ${bytes.length}\n`).update(bytes)
    const read = kind === 'csv' ? readCsv : readYaml
    const before = faults.length
    rows[table as TableName].push(...read(name, decode(name, bytes, faults), faults))
    present.add(table as TableName)
    if (faults.length > before) broken.add(table as TableName)
  }
  if (present.size === 0 && faults.length === 0)
    faults.push({ file: basename(folder), line: 1, message: `has none of ${tableNames.join(', ')} (.yaml or .csv)` })
  return { rows, present, broken, digest: hash.digest('hex') }
}

async function namesIn(folder: string, faults: Fault[]): Promise<string[]> {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return readdir(folder)
  faults.push({ file: folder, line: 1, message: found ? 'is no folder' : 'is not there' })
  return []
}

function decode(file: string, bytes: Buffer, faults: Fault[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    faults.push({ file, line: 1, message: 'is not UTF-8; save it as UTF-8' })
    return ''
  }
}

type CsvRecord = { record: string[]; info: { lines: number } }

/**
 * The rows of a CSV file, whose first line names the columns. The contents of a pack are written
 * `item:copies:odds:most; …`.
 */
function readCsv(file: string, text: string, faults: Fault[]): Row[] {
  let records: CsvRecord[]
  try {
    records = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as never
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    faults.push({ file, line: Number(error['lines'] ?? 1), message: error.message })
    return []
  }
  const [head, ...rest] = records
  if (!head) return []
  const names = head.record
  for (const [at, name] of names.entries())
    if (name === '' || names.indexOf(name) !== at)
      faults.push({
        file,
        line: 1,
        message: name === '' ? `column ${at + 1} has no name` : `column ${name} is there twice`,
      })
  let after = head.info.lines
  return rest.map(({ record, info }) => {
    // a record may span lines; its first line is reported
    const line = firstLine(text, after)
    after = info.lines
    if (record.length !== names.length)
      faults.push({ file, line, message: `has ${record.length} columns, the first line names ${names.length}` })
    const cells = new Map<string, Cell>()
    for (const [at, name] of names.entries()) {
      const value = record[at] ?? ''
      if (value !== '')
        cells.set(name, { value: name === 'contents' ? contentsOf(file, line, value, faults) : value, line })
    }
    return { file, line, cells }
  })
}

/** The next line with something on it after line `after`. */
function firstLine(text: string, after: number): number {
  const lines = text.split(/\r?\n/)
  let line = after + 1
  while (line < lines.length && (lines[line - 1] ?? '').trim() === '') line += 1
  return line
}

/** The parts of an item in `contents`, in this order; an empty part is left out. */
const contentParts = ['item', 'copies', 'odds', 'most']

const contentsOf = (file: string, line: number, text: string, faults: Fault[]): Row[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const values = part.split(':').map((value) => value.trim())
      if (values.length > contentParts.length)
        faults.push({ file, line, message: `contents: "${part}" has more than item:copies:odds:most` })
      const cells = new Map<string, Cell>()
      for (const [at, name] of contentParts.entries()) if (values[at]) cells.set(name, { value: values[at], line })
      return { file, line, cells }
    })

/** The rows of a YAML file: a list of entries. Each value keeps its line. */
function readYaml(file: string, text: string, faults: Fault[]): Row[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', uniqueKeys: true, prettyErrors: false })
  for (const error of document.errors) {
    const message = error.message.split('\n')[0] ?? error.message
    faults.push({ file, line: Math.max(1, lines.linePos(error.pos[0]).line), message })
  }
  if (document.errors.length > 0 || document.contents === null) return []
  const lineOf = (node: Node | null | undefined): number =>
    node?.range ? Math.max(1, lines.linePos(node.range[0]).line) : 1
  const addCells = (node: Node | null, prefix: string, cells: Map<string, Cell>): void => {
    if (!isMap(node)) return
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const key = `${prefix}${String(isScalar(pair.key) ? pair.key.value : '')}`
      const line = lineOf(pair.key)
      if (isMap(pair.value)) addCells(pair.value, `${key}.`, cells)
      else cells.set(key, { value: valueOf(pair.value, cellsOf), line })
    }
  }
  const cellsOf = (node: Node): Row => {
    const cells = new Map<string, Cell>()
    addCells(node, '', cells)
    return { file, line: lineOf(node), cells }
  }
  // operator and market are one each, so the file may be one entry without a list around it
  if (isMap(document.contents) && /^(operator|market)\b/.test(file)) return [cellsOf(document.contents)]
  if (!isSeq(document.contents)) {
    faults.push({ file, line: 1, message: 'must be a list of entries, each beginning with "- "' })
    return []
  }
  return (document.contents.items as Node[]).flatMap((node) => {
    if (isMap(node)) return [cellsOf(node)]
    faults.push({ file, line: lineOf(node), message: 'this entry has no fields' })
    return []
  })
}

/** Plain values as they are, lists of values as lists, lists of entries as rows of their own. */
function valueOf(node: Node | null, rowOf: (node: Node) => Row): unknown {
  if (isSeq(node)) return (node.items as Node[]).map((item) => (isMap(item) ? rowOf(item) : valueOf(item, rowOf)))
  // the source of a number keeps 12.50 different from 12.5, which matters where digits are
  // published
  if (isScalar(node)) return typeof node.value === 'number' ? (node.source ?? String(node.value)) : node.value
  // a reference (*…) is no value of ours; the field's reader says so
  return node
}

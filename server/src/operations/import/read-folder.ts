import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { byName } from './faults.ts'
import type { Fault } from './faults.ts'
import { readCsv } from './read-csv.ts'
import { readYaml } from './read-yaml.ts'
import type { Row } from './row.ts'

export const tableNames = [
  'rights-holders',
  'series',
  'categories',
  'items',
  'packs',
  'passcodes',
  'airdrops',
  'reservations',
  'point-campaigns',
  'operator',
  'market',
  'banners',
  'announcements',
] as const
export type TableName = (typeof tableNames)[number]
export type Tables = {
  rows: Record<TableName, Row[]>
  /** The tables the folder speaks of at all. */
  present: Set<TableName>
  /** Tables of which a file could not be read: what others say of them cannot be judged. */
  broken: Set<TableName>
  digest: string
}

const fileName = new RegExp(`^(${tableNames.join('|')})([.-][\\w.-]+)?\\.(yaml|yml|csv)$`)

/** Reads the files of a catalogue folder. A table may be spread over files: `items.yaml`, `items-winter.csv`. */
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

import { CsvError, parse } from 'csv-parse/sync'
import type { Fault } from './faults.ts'
import type { Cell, Row } from './row.ts'

type Record = { record: string[]; info: { lines: number } }

/** The rows of a CSV file, whose first line names the columns. The contents of a pack are written `item:copies:odds:most; …`. */
export function readCsv(file: string, text: string, faults: Fault[]): Row[] {
  let records: Record[]
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
    // a record may span lines; people look for its first
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

/** What stands of an item in `contents`, in this order; an empty place is left out. */
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

import type { Fault } from './faults.ts'

/** A value of a file: text, number, true or false, a list of texts, or rows inside the row. */
export type Cell = { value: unknown; line: number }
/** One entry of a file. Nested names are joined with a dot (`name.ja`), for YAML and CSV alike. */
export type Row = { file: string; line: number; cells: Map<string, Cell> }

/** The time zone of dates that name none: the shop is in Japan. */
const shopZone = '+09:00'

/** Reads the cells of one row and notes what is wrong with them. */
export type RowReader = ReturnType<typeof readRow>

function readCells(row: Row, faults: Fault[]) {
  const asked = new Set<string>()
  const lineOf = (name: string): number => row.cells.get(name)?.line ?? row.line
  const fault = (name: string, message: string): void => {
    faults.push({ file: row.file, line: lineOf(name), message: `${name}: ${message}` })
  }
  const take = (name: string): unknown => {
    asked.add(name)
    const value = row.cells.get(name)?.value
    return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value
  }
  /** For a value that is needed: a fault unless there is one, good or bad. */
  const need = (name: string): void => {
    if (take(name) === undefined) fault(name, 'is missing')
  }
  const optionalText = (name: string, most = 200): string | undefined => {
    const value = take(name)
    if (value === undefined) return undefined
    const text = typeof value === 'boolean' ? String(value) : value
    if (typeof text !== 'string') return void fault(name, 'must be a text')
    if (text.length > most) return void fault(name, `has ${text.length} characters, at most ${most} fit`)
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) return void fault(name, 'has control characters')
    return text.trim()
  }
  const optionalNumber = (name: string, least: number, most: number): number | undefined => {
    const value = take(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value.trim()))
      return void fault(name, 'must be a whole number')
    const number = Number(value)
    if (number < least || number > most) return void fault(name, `is ${number}; it must be from ${least} to ${most}`)
    return number
  }
  /** Names every cell that was not read: a misspelt name must not pass for a left out one. */
  const finish = (): void => {
    for (const name of row.cells.keys()) if (!asked.has(name)) fault(name, 'is no field of this table')
  }
  return { row, fault, lineOf, take, need, optionalText, optionalNumber, finish }
}

/** A reader of one row: each method reads one field, and what is wrong goes to `faults`. */
export function readRow(row: Row, faults: Fault[]) {
  const cells = readCells(row, faults)
  const { fault, take, need, optionalText, optionalNumber } = cells
  const text = (name: string, most?: number): string => {
    need(name)
    return optionalText(name, most) ?? ''
  }
  return {
    ...cells,
    text,
    number: (name: string, least: number, most: number): number => {
      need(name)
      return optionalNumber(name, least, most) ?? least
    },
    slug: (name: string): string => {
      const value = text(name, 64)
      if (value !== '' && !/^[a-z0-9][a-z0-9-]{0,63}$/.test(value))
        fault(name, `"${value}" is no id: small letters, digits and hyphens, at most 64`)
      return value
    },
    choice: <T extends string>(name: string, options: readonly [T, ...T[]], fallback?: T): T => {
      if (fallback === undefined) need(name)
      const value = optionalText(name) ?? fallback
      const found = options.find((option) => option === value)
      if (found === undefined && value !== undefined) fault(name, `"${value}" is none of ${options.join(', ')}`)
      return found ?? options[0]
    },
    flag: (name: string): boolean => {
      const value = optionalText(name)
      if (value !== undefined && value !== 'true' && value !== 'false') fault(name, 'must be true or false')
      return value === 'true'
    },
    list: (name: string): string[] => {
      const value = take(name)
      if (value === undefined) return []
      const parts = typeof value === 'string' ? value.split(';') : value
      if (Array.isArray(parts) && parts.every((part) => typeof part === 'string'))
        return parts.map((part) => part.trim()).filter(Boolean)
      fault(name, 'must be a list of texts')
      return []
    },
    instant: (name: string): Date | undefined => {
      const value = optionalText(name)
      if (value === undefined) return undefined
      const date = readInstant(value)
      if (!date) fault(name, `"${value}" is no date and time such as 2026-12-01 or 2026-12-01T18:00+09:00`)
      return date
    },
    /** A text in both languages; one alone is a fault even where none is needed. */
    words: (name: string, most: number, isNeeded = true): { ja: string; en: string } => {
      const isThere = isNeeded || take(`${name}.ja`) !== undefined || take(`${name}.en`) !== undefined
      return isThere ? { ja: text(`${name}.ja`, most), en: text(`${name}.en`, most) } : { ja: '', en: '' }
    },
  }
}

/** A day, or a day and time, with or without zone; the calendar is checked, so 30 February is none. */
function readInstant(text: string): Date | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?\s*(Z|[+-]\d{2}:\d{2})?$/.exec(text)
  if (!match) return undefined
  const [, day = '', time = '00:00', seconds = ':00', zone = shopZone] = match
  const date = new Date(`${day}T${time}${seconds}${zone}`)
  const isReal = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
  return Number.isNaN(date.getTime()) || !isReal ? undefined : date
}

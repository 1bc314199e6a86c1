import { z } from 'zod'
import type { Fault } from './faults.ts'

/** A value of a file: text, number, true or false, a list of texts, or rows inside the row. */
export type Cell = { value: unknown; line: number }
/** One entry of a file. Nested names are joined with a dot (`name.ja`), for YAML and CSV alike. */
export type Row = { file: string; line: number; cells: Map<string, Cell> }

/** The time zone of dates that name none: the shop is in Japan. */
const shopZone = '+09:00'

/** Reads the cells of one row and notes what is wrong with them. */
export type RowReader = ReturnType<typeof readRow>

const hasControls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

// What a cell may hold, by the kind of its field. The message is for the person who wrote the file.
const Text = (most: number) =>
  z
    .union([z.string(), z.boolean().transform(String)], { error: 'must be a text' })
    .refine((text) => text.length <= most, {
      error: ({ input }) => `has ${String(input).length} characters, at most ${most} fit`,
      abort: true,
    })
    .refine((text) => !hasControls.test(text), { error: 'has control characters', abort: true })
    .transform((text) => text.trim())

const WholeNumber = (least: number, most: number) =>
  z
    .string({ error: 'must be a whole number' })
    .trim()
    .regex(/^-?\d{1,15}$/, { error: 'must be a whole number', abort: true })
    .transform(Number)
    .refine((number) => number >= least && number <= most, {
      error: ({ input }) => `is ${String(input)}; it must be from ${least} to ${most}`,
    })

const Slug = Text(64).refine((text) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(text), {
  error: ({ input }) => `"${String(input)}" is no id: small letters, digits and hyphens, at most 64`,
})

const Choice = <T extends string>(options: readonly [T, ...T[]]) =>
  Text(200).pipe(z.enum(options, { error: ({ input }) => `"${String(input)}" is none of ${options.join(', ')}` }))

const TrueOrFalse = Text(200).pipe(z.enum(['true', 'false'], { error: 'must be true or false' }))

const Texts = z
  .union([z.string().transform((text) => text.split(';')), z.array(z.string())], {
    error: 'must be a list of texts',
  })
  .transform((parts) => parts.map((part) => part.trim()).filter(Boolean))

const Instant = Text(200).transform((text, context) => {
  const date = readInstant(text)
  if (date) return date
  const message = `"${text}" is no date and time such as 2026-12-01 or 2026-12-01T18:00+09:00`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

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
  /** A cell by its kind; undefined when it is empty, or not of the kind, which is a fault. */
  const read = <T>(name: string, kind: z.ZodType<T>): T | undefined => {
    const value = take(name)
    if (value === undefined) return undefined
    const { data, error } = kind.safeParse(value)
    if (error) fault(name, error.issues[0]?.message ?? 'is wrong')
    return data
  }
  /** Names every cell that was not read: a misspelt name must not pass for a left out one. */
  const finish = (): void => {
    for (const name of row.cells.keys()) if (!asked.has(name)) fault(name, 'is no field of this table')
  }
  return { row, fault, lineOf, take, need, read, finish }
}

/** A reader of one row: each method reads one field, and what is wrong goes to `faults`. */
export function readRow(row: Row, faults: Fault[]) {
  const { read, ...cells } = readCells(row, faults)
  const { take, need } = cells
  const optionalText = (name: string, most = 200) => read(name, Text(most))
  const optionalNumber = (name: string, least: number, most: number) => read(name, WholeNumber(least, most))
  const text = (name: string, most?: number): string => {
    need(name)
    return optionalText(name, most) ?? ''
  }
  return {
    ...cells,
    optionalText,
    optionalNumber,
    text,
    number: (name: string, least: number, most: number): number => {
      need(name)
      return optionalNumber(name, least, most) ?? least
    },
    slug: (name: string): string => {
      need(name)
      const value = take(name)
      // a bad id still is what other rows name
      return read(name, Slug) ?? (typeof value === 'string' ? value.trim() : '')
    },
    choice: <T extends string>(name: string, options: readonly [T, ...T[]], fallback?: T): T => {
      if (fallback === undefined) need(name)
      return read(name, Choice(options)) ?? fallback ?? options[0]
    },
    flag: (name: string): boolean => read(name, TrueOrFalse) === 'true',
    list: (name: string): string[] => read(name, Texts) ?? [],
    instant: (name: string): Date | undefined => read(name, Instant),
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

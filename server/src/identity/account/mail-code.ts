import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

/** A new code of eight digits: 26 bits. */
export const newMailCode = (): string => String(randomInt(100_000_000)).padStart(8, '0')

/** What is kept of a code, bound to its row. */
export const hashOfCode = (rowId: string, code: string): Buffer =>
  createHash('sha256').update(`${rowId}:${code}`).digest()

/** What a person typed, also full-width and with gaps, as plain digits. */
export const plainCode = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '')

/** Whether a typed code is the one behind the hash, in constant time. */
export const isCode = (rowId: string, codeHash: Buffer, typed: string): boolean =>
  timingSafeEqual(codeHash, hashOfCode(rowId, plainCode(typed)))

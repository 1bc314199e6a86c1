import type { Db } from './connect.ts'

/** Why a live site does not run: the clock of its database is one that tests have moved. */
export class MovedClockError extends Error {
  readonly remedy =
    "Use a database in which no tests ran; where this is the right one: update kura_clock set time_offset = interval '0'"

  constructor(offset: string) {
    super(`A live site keeps real time, but the clock of this database is moved by ${offset}.`)
    this.name = 'MovedClockError'
  }
}

/**
 * Stops a live start on a database whose clock is moved: prices, sales and codes would end at the
 * wrong time.
 */
export async function refuseMovedClock(sql: Db): Promise<void> {
  const rows = await sql<{ offset: string }[]>`
    select time_offset::text as offset from kura_clock where time_offset <> interval '0'`
  if (rows[0]) throw new MovedClockError(rows[0].offset)
}

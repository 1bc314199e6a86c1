import type { Db } from '../../platform/db/connect.ts'
import { readPasscode, hashOfPasscode } from '../../shop/passcode/passcode-form.ts'
import type { KnownIssue } from './check-issue.ts'
import * as rows from './issue-queries.ts'
import type { Tables } from './read-folder.ts'
import type { Row } from './row.ts'

/** Reads what the shop has of the packs, passcodes and airdrops that a folder names, whether the folder is right or wrong. */
export async function readIssue(db: Db, tables: Tables['rows']): Promise<KnownIssue> {
  const hashes = textsOf(tables.passcodes, 'code').flatMap((code) => {
    const plain = readPasscode(code)
    return plain === undefined ? [] : [hashOfPasscode(plain).toString('hex')]
  })
  const [packs, passcodes, airdrops] = await Promise.all([
    rows.listChannels(db, [...textsOf(tables.passcodes, 'pack'), ...textsOf(tables.airdrops, 'pack')]),
    rows.listKnownPasscodes(db, hashes),
    rows.listKnownAirdrops(db, [...textsOf(tables.airdrops, 'id'), ...textsOf(tables.reservations, 'airdrop')]),
  ])
  return {
    packs: new Map(packs.map((row) => [row.id, row])),
    passcodes: new Map(passcodes.map((row) => [row.codeHash, row])),
    airdrops: new Map(airdrops.map((row) => [row.id, row])),
  }
}

function textsOf(table: Row[], name: string): string[] {
  const values = table.map((row) => row.cells.get(name)?.value)
  return [...new Set(values.filter((value) => typeof value === 'string' && !value.includes('\0')))] as string[]
}

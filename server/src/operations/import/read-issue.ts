import type { Db } from '../../platform/db/connect.ts'
import { readPasscode, hashOfPasscode } from '../../shop/passcode/passcode-form.ts'
import type { KnownIssue } from './check-issue.ts'
import { listKnownAirdrops } from '../../shop/airdrop/import-queries.ts'
import { listChannels } from '../../shop/pack/import-queries.ts'
import { listKnownPasscodes } from '../../shop/passcode/import-queries.ts'
import type { Tables } from './read-folder.ts'
import type { Row } from './row.ts'

/** Reads what the shop has of the packs, passcodes and airdrops that a folder names, whether the folder is right or wrong. */
export async function readIssue(db: Db, tables: Tables['rows']): Promise<KnownIssue> {
  const hashes = textsOf(tables.passcodes, 'code').flatMap((code) => {
    const plain = readPasscode(code)
    return plain === undefined ? [] : [hashOfPasscode(plain).toString('hex')]
  })
  const [packs, passcodes, airdrops] = await Promise.all([
    listChannels(db, [...textsOf(tables.passcodes, 'pack'), ...textsOf(tables.airdrops, 'pack')]),
    listKnownPasscodes(db, hashes),
    listKnownAirdrops(db, [...textsOf(tables.airdrops, 'id'), ...textsOf(tables.reservations, 'airdrop')]),
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

import type { Db } from '../../platform/db/connect.ts'
import { listKnownAirdrops } from '../../shop/airdrop/import-queries.ts'
import type { KnownAirdrop } from '../../shop/airdrop/import-queries.ts'
import { listChannels } from '../../shop/pack/import-queries.ts'
import { listKnownPasscodes } from '../../shop/passcode/import-queries.ts'
import type { KnownPasscode } from '../../shop/passcode/import-queries.ts'
import { readPasscode, hashOfPasscode } from '../../shop/passcode/passcode-form.ts'
import type { PackEntry, IssueEntries } from './catalogue.ts'
import type { Fault } from './faults.ts'
import type { TableName, Tables } from './read-folder.ts'
import type { Row } from './row.ts'

/** What the shop already has of the entries of these tables. */
export type KnownIssue = {
  packs: ReadonlyMap<string, { kind: string; channel: string }>
  passcodes: ReadonlyMap<string, KnownPasscode>
  airdrops: ReadonlyMap<string, KnownAirdrop>
}

/**
 * What passcodes, airdrops and reservations say of packs and of each other, and what the shop has
 * promised already.
 */
export function checkIssue(
  { passcodes, airdrops, reservations, operators, markets }: IssueEntries,
  { packs, broken }: { packs: readonly PackEntry[]; broken: ReadonlySet<TableName> },
  known: KnownIssue,
  faults: Fault[],
): void {
  const entries = new Map<string, { kind: string; channel: string }>(known.packs)
  for (const pack of packs) entries.set(pack.id, pack)
  const channelOf = (id: string, channel: 'passcode' | 'airdrop'): string | undefined => {
    const pack = entries.get(id)
    if (id === '' || pack?.channel === channel || (!pack && broken.has('packs'))) return undefined
    return pack
      ? `pack: "${id}" is not given so: its channel is ${pack.channel}, not ${channel}`
      : `pack: there is no pack "${id}"`
  }
  const firstLine = new Map<string, number>()
  for (const { place, codeHash, packId, usesMost } of passcodes) {
    const note = (message: string): void => void faults.push({ ...place, message })
    const wrong = channelOf(packId, 'passcode')
    if (wrong) note(wrong)
    const line = firstLine.get(codeHash)
    if (codeHash !== '' && line !== undefined) note(`code: the same is in line ${line}; case and hyphens do not matter`)
    firstLine.set(codeHash, line ?? place.line)
    const before = known.passcodes.get(codeHash)
    if (before && before.packId !== packId) note(`pack: this passcode gives "${before.packId}" and keeps it`)
    if (before && before.uses > usesMost) note(`uses: it was used ${before.uses} times already`)
  }
  for (const { place, id, packId, packsEach } of airdrops) {
    const note = (message: string): void => void faults.push({ ...place, message })
    const wrong = channelOf(packId, 'airdrop')
    if (wrong) note(wrong)
    if (entries.get(packId)?.kind === 'selectable' && packsEach !== 1)
      note('each: a selectable pack is chosen one at a time, so each member gets one')
    const before = known.airdrops.get(id)
    if (!before || before.claims === 0) continue
    if (before.packId !== packId) note(`pack: the airdrop was claimed with "${before.packId}" and keeps it`)
    if (before.packsEach !== packsEach) note(`each: the airdrop was claimed with ${before.packsEach} and keeps it`)
  }
  const ids = new Set([...known.airdrops.keys(), ...airdrops.map(({ id }) => id)])
  for (const { place, airdropId } of reservations)
    if (airdropId !== '' && !ids.has(airdropId) && !broken.has('airdrops'))
      faults.push({ ...place, message: `airdrop: there is no airdrop "${airdropId}"` })
  for (const { place } of operators.slice(1)) faults.push({ ...place, message: 'there is one operator only' })
  for (const { place } of markets.slice(1)) faults.push({ ...place, message: 'there is one market only' })
}

/**
 * Reads what the shop has of the packs, passcodes and airdrops that a folder names, whether the
 * folder is right or wrong.
 */
export async function readIssue(db: Db, tables: Tables['rows']): Promise<KnownIssue> {
  const hashes = textsOf(tables.passcodes, 'code').flatMap((code) => {
    const plain = readPasscode(code)
    return plain === undefined ? [] : [hashOfPasscode(plain).toString('hex')]
  })
  const [packs, passcodes, airdrops] = await Promise.all([
    listChannels(db, [
      ...textsOf(tables.passcodes, 'pack'),
      ...textsOf(tables.airdrops, 'pack'),
      ...listedIn(tables.events, 'packs'),
    ]),
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

/** The ids that a column of lists names, as YAML or CSV writes a list. */
export function listedIn(table: Row[], name: string): string[] {
  const texts = table.flatMap((row) => {
    const value = row.cells.get(name)?.value
    return typeof value === 'string' ? value.split(';') : Array.isArray(value) ? (value as unknown[]) : []
  })
  const ids = texts.filter((text): text is string => typeof text === 'string' && !text.includes('\0'))
  return [...new Set(ids.map((id) => id.trim()))]
}

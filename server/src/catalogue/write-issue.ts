import type { Db } from '../db/connect.ts'
import { importOperator } from '../operator/import-operator.ts'
import type { PackEntry } from './catalogue.ts'
import type { IssueEntries } from './issue-entries.ts'
import * as rows from './issue-queries.ts'

/** Writes what a folder says of packs that are not sold, points and the operator. Answers how many entries changed, by table. */
export async function writeIssue(
  db: Db,
  entries: IssueEntries & { packs: PackEntry[] },
): Promise<Record<string, number>> {
  const choices = entries.packs
    .filter(({ kind }) => kind === 'selectable')
    .flatMap(({ id, contents }) => contents.map(({ itemId, mostEach }) => ({ packId: id, itemId, mostEach })))
  const { passcodes, airdrops, reservations, campaigns, operators } = entries
  const [operator] = operators
  return {
    'selectable items': await rows.updateSelectables(db, choices),
    passcodes: await rows.upsertPasscodes(db, passcodes),
    airdrops: await rows.upsertAirdrops(db, airdrops),
    reservations: await rows.insertReservations(db, reservations),
    'point campaigns': await rows.upsertCampaigns(db, campaigns),
    operator: operator && (await importOperator(db, operator)) ? 1 : 0,
  }
}

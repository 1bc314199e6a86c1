import type { Db } from '../../platform/db/connect.ts'
import { importMarket } from '../../market/listing/import-market.ts'
import { importOperator } from '../../catalogue/operator/import-operator.ts'
import type { PackEntry } from './catalogue.ts'
import type { IssueEntries } from './issue-entries.ts'
import * as rows from './issue-queries.ts'

/** Writes what a folder says of packs that are not sold, points, the operator and the market. Answers how many entries changed, by table. */
export async function writeIssue(
  db: Db,
  entries: IssueEntries & { packs: PackEntry[] },
): Promise<Record<string, number>> {
  const choices = entries.packs
    .filter(({ kind }) => kind === 'selectable')
    .flatMap(({ id, contents }) => contents.map(({ itemId, mostEach }) => ({ packId: id, itemId, mostEach })))
  const { passcodes, airdrops, reservations, campaigns, operators, markets } = entries
  const [[operator], [market]] = [operators, markets]
  return {
    'selectable items': await rows.updateSelectables(db, choices),
    passcodes: await rows.upsertPasscodes(db, passcodes),
    airdrops: await rows.upsertAirdrops(db, airdrops),
    reservations: await rows.insertReservations(db, reservations),
    'point campaigns': await rows.upsertCampaigns(db, campaigns),
    operator: operator && (await importOperator(db, operator)) ? 1 : 0,
    market: market && (await importMarket(db, market)) ? 1 : 0,
  }
}

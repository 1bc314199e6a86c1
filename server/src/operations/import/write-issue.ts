import { importOperator } from '../../catalogue/operator/operator.ts'
import { importMarket } from '../../market/listing/import-market.ts'
import { upsertCampaigns } from '../../money/point/import-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { insertReservations, upsertAirdrops } from '../../shop/airdrop/import-queries.ts'
import { updateSelectables } from '../../shop/pack/import-queries.ts'
import { upsertPasscodes } from '../../shop/passcode/import-queries.ts'
import type { PackEntry } from './catalogue.ts'
import type { IssueEntries } from './issue-entries.ts'

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
    'selectable items': await updateSelectables(db, choices),
    passcodes: await upsertPasscodes(db, passcodes),
    airdrops: await upsertAirdrops(db, airdrops),
    reservations: await insertReservations(db, reservations),
    'point campaigns': await upsertCampaigns(db, campaigns),
    operator: operator && (await importOperator(db, operator)) ? 1 : 0,
    market: market && (await importMarket(db, market)) ? 1 : 0,
  }
}

import type { Db } from '../../platform/db/connect.ts'
import type { ContentEntry, PackEntry } from './catalogue.ts'
import { dealPool } from './deal-pool.ts'
import * as issue from './issue-queries.ts'
import * as rows from './queries.ts'

type Selectable = Omit<PackEntry, 'contents'> & {
  pictureId: string | null
  contents: (ContentEntry & { firstSerial: number })[]
}
/** Copies of one statement: large pools are written in parts. */
const copiesAtOnce = 10_000

/** Writes a new selectable pack: empty units, and the pool of copies that they are filled from. It has no draw to commit to. */
export async function addSelectable(
  db: Db,
  pack: Selectable,
  { salt, position }: { salt: Buffer; position: number },
): Promise<void> {
  const { units, copies } = dealPool({ issued: pack.issued, salt, contents: pack.contents })
  await rows.insertPack(db, pack, { salt, commitment: Buffer.alloc(0), isDrawn: false, position })
  const contents = pack.contents.map((content) => ({ ...content, oddsPpm: 0 }))
  await rows.insertContents(
    db,
    pack.id,
    contents.map(({ itemId, copies: count, oddsPpm, firstSerial }) => ({
      itemId,
      copies: count,
      oddsPpm,
      firstSerial,
    })),
  )
  await issue.insertSelectables(
    db,
    pack.id,
    contents.map(({ itemId, copies: count, mostEach }) => ({ itemId, copies: count, mostEach })),
  )
  await rows.insertStock(db, pack.id, pack.issued)
  await rows.insertUnits(db, pack.id, units, false)
  for (let from = 0; from < copies.length; from += copiesAtOnce)
    await issue.insertPool(db, pack.id, copies.slice(from, from + copiesAtOnce))
}

import { randomBytes, createHash } from 'node:crypto'
import { commitmentOf, dealUnits } from '@kura/contract/shop/fairness'
import type { Db } from '../../platform/db/connect.ts'
import * as rows from './import-queries.ts'
import type { ContentImport, PackImport } from './import-queries.ts'

export type NewPack = PackImport & { contents: ContentImport[] }
type DealtContent = ContentImport & { firstSerial: number }

/** Cards per statement: large packs are written in parts. */
const cardsAtOnce = 10_000

/**
 * Writes a new pack and deals its cards. Serials continue after those of the item's earlier packs.
 * A random pack is committed to by the worker, together with the height of the block that draws its
 * order of sale; before that it is not on sale.
 */
export async function addPack(db: Db, pack: NewPack, position: number): Promise<void> {
  const lastSerials = await rows.listLastSerials(
    db,
    pack.contents.map(({ itemId }) => itemId),
  )
  const last = new Map(lastSerials.map(({ itemId, serial }) => [itemId, serial]))
  const contents = pack.contents.map((content) => ({ ...content, firstSerial: (last.get(content.itemId) ?? 0) + 1 }))
  const salt = randomBytes(32)
  if (pack.kind === 'selectable') return addSelectable(db, { ...pack, contents }, { salt, position })
  const deal = {
    packId: pack.id,
    issued: pack.issued,
    cardsPerPack: pack.cardsPerPack,
    salt: salt.toString('hex'),
    contents,
  }
  const units = await dealUnits(deal)
  const isDrawn = pack.kind === 'random'
  const commitment = Buffer.from(isDrawn ? '' : await commitmentOf(deal, units, null), 'hex')
  await rows.insertPack(db, pack, { salt, commitment, isDrawn, position })
  await rows.insertContents(
    db,
    pack.id,
    contents.map(({ itemId, copies, oddsPpm, firstSerial }) => ({ itemId, copies, oddsPpm, firstSerial })),
  )
  await rows.insertStock(db, pack.id, pack.issued)
  await rows.insertUnits(db, pack.id, units, isDrawn)
  const cards = units.flatMap((unit) => unit.cards.map((card, at) => ({ ...card, unitId: unit.id, place: at + 1 })))
  for (let from = 0; from < cards.length; from += cardsAtOnce)
    await rows.insertCards(db, cards.slice(from, from + cardsAtOnce))
}

/** Copies per statement: large pools are written in parts. */
const copiesAtOnce = 10_000

/**
 * Writes a new selectable pack: empty units, and the pool of copies that they are filled from. It
 * has no draw to commit to.
 */
async function addSelectable(
  db: Db,
  pack: PackImport & { contents: DealtContent[] },
  { salt, position }: { salt: Buffer; position: number },
): Promise<void> {
  const { units, copies } = dealPool({ issued: pack.issued, salt, contents: pack.contents })
  await rows.insertPack(db, pack, { salt, commitment: Buffer.alloc(0), isDrawn: false, position })
  await rows.insertContents(
    db,
    pack.id,
    pack.contents.map(({ itemId, copies: count, firstSerial }) => ({ itemId, copies: count, oddsPpm: 0, firstSerial })),
  )
  await rows.insertSelectables(
    db,
    pack.id,
    pack.contents.map(({ itemId, copies: count, mostEach }) => ({ itemId, copies: count, mostEach })),
  )
  await rows.insertStock(db, pack.id, pack.issued)
  await rows.insertUnits(db, pack.id, units, false)
  for (let from = 0; from < copies.length; from += copiesAtOnce)
    await rows.insertPool(db, pack.id, copies.slice(from, from + copiesAtOnce))
}

type Pooled = { itemId: string; copies: number; firstSerial: number }
type Pool = {
  units: { id: string; number: number }[]
  copies: { itemId: string; serial: number; refId: string }[]
}

/**
 * The units of a selectable pack and the copies they can be filled with. Nothing is drawn: the
 * recipient of a pack chooses. Every id is derived from the salt, 32 secret random bytes, so that
 * the pool can be reproduced.
 */
function dealPool(pack: { issued: number; salt: Buffer; contents: readonly Pooled[] }): Pool {
  const { issued, salt, contents } = pack
  return {
    units: Array.from({ length: issued }, (_, n) => ({ id: uuidFrom(salt, `unit ${n + 1}`), number: n + 1 })),
    copies: contents.flatMap(({ itemId, copies, firstSerial }) =>
      Array.from({ length: copies }, (_, n) => {
        const serial = firstSerial + n
        return { itemId, serial, refId: uuidFrom(salt, `copy ${itemId} ${serial}`) }
      }),
    ),
  }
}

/** A UUID (version 4) derived from the salt and the name. */
function uuidFrom(salt: Buffer, name: string): string {
  const bytes = createHash('sha256').update(salt).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

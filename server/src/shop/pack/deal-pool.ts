import { createHash } from 'node:crypto'

type Pooled = { itemId: string; copies: number; firstSerial: number }
export type Pool = {
  units: { id: string; number: number }[]
  copies: { itemId: string; serial: number; refId: string }[]
}

/**
 * The units of a selectable pack and the copies they can be filled with. Nothing is drawn: whoever gets a pack chooses. Every id
 * follows from the salt, 32 secret random bytes, so that the same pool can be made again.
 */
export function dealPool(pack: { issued: number; salt: Buffer; contents: readonly Pooled[] }): Pool {
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

/** A random-looking UUID (version 4) that only the salt and the name decide. */
function uuidFrom(salt: Buffer, name: string): string {
  const bytes = createHash('sha256').update(salt).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

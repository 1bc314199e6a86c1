import { createHash } from 'node:crypto'

export type Content = { itemId: string; copies: number; firstSerial: number }
export type Card = { itemId: string; serial: number; refId: string }
export type Allocation = { units: { id: string; number: number; cards: Card[] }[]; commitment: Buffer }

/**
 * Deals the copies of a pack's items into its units. Everything follows from the salt, 32 secret random bytes: whoever is told the
 * salt after the sale can deal again and finds the same cards, serials and references, and the commitment published before it.
 */
export function allocatePack(pack: {
  packId: string
  contents: readonly Content[]
  issued: number
  cardsPerPack: number
  salt: Buffer
}): Allocation {
  const { packId, issued, cardsPerPack, salt } = pack
  const stream = randomStream(salt)
  const contents = pack.contents.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))
  const cards = contents.flatMap(({ itemId, copies, firstSerial }) =>
    Array.from({ length: copies }, (_, n) => ({ itemId, serial: firstSerial + n })),
  )
  if (cards.length !== issued * cardsPerPack) throw new Error(`pack ${packId} has ${cards.length} cards`)
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const pick = stream.below(last + 1)
    const card = cards[pick]
    const other = cards[last]
    if (card && other) [cards[pick], cards[last]] = [other, card]
  }
  const units = Array.from({ length: issued }, (_, n) => ({
    id: stream.uuid(),
    number: n + 1,
    cards: cards.slice(n * cardsPerPack, (n + 1) * cardsPerPack).map((card) => ({ ...card, refId: stream.uuid() })),
  }))
  return { units, commitment: commitmentOf(packId, units, salt) }
}

/** SHA-256 over the allocation and its salt as canonical JSON: keys in order, no spaces, units by number, cards by place. */
export function commitmentOf(packId: string, units: Allocation['units'], salt: Buffer): Buffer {
  const allocation = units.map(({ cards }) => cards.map(({ itemId, refId, serial }) => ({ itemId, refId, serial })))
  return createHash('sha256')
    .update(JSON.stringify({ packId, salt: salt.toString('hex'), units: allocation }))
    .digest()
}

/** Random numbers from a secret: SHA-256 of the salt and a counter, block after block. */
function randomStream(salt: Buffer) {
  let counter = 0
  let block = Buffer.alloc(0)
  let at = 0
  const take = (count: number): Buffer => {
    if (at + count > block.length) {
      const number = Buffer.alloc(8)
      number.writeBigUInt64BE(BigInt(counter))
      counter += 1
      block = createHash('sha256').update(salt).update(number).digest()
      at = 0
    }
    at += count
    return block.subarray(at - count, at)
  }
  return {
    /** A number from 0 to `most` - 1, each as likely: values from the uneven top of the range are thrown away. */
    below: (most: number): number => {
      const limit = 2 ** 32 - (2 ** 32 % most)
      for (;;) {
        const value = take(4).readUInt32BE()
        if (value < limit) return value % most
      }
    },
    uuid: (): string => {
      const bytes = Buffer.from(take(16))
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}

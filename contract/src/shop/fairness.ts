import { PackFairness } from './pack.ts'

/**
 * How a pack is dealt and how anybody can verify it, shared by the server, the command line and the
 * browser. `kura-deal-1`: the cards are dealt from a secret salt and sold in the order of the deal.
 * `kura-deal-2`: the same deal, then sold in an order drawn from the id of a block that did not
 * exist yet when the deal was committed to.
 */
export type Content = { itemId: string; copies: number; firstSerial: number }
export type DealtCard = { itemId: string; serial: number; refId: string }
export type DealtUnit = { id: string; number: number; cards: DealtCard[] }

/** The input of a deal. `salt` is 32 secret bytes as hex. */
export type Deal = { packId: string; contents: readonly Content[]; issued: number; cardsPerPack: number; salt: string }

/**
 * Deals the copies of a pack's items into its units, numbered from 1. The salt determines
 * everything: dealing again gives the same cards, serials and references. Fails when the copies do
 * not fill the units exactly.
 */
export async function dealUnits({ packId, contents, issued, cardsPerPack, salt }: Deal): Promise<DealtUnit[]> {
  const stream = randomStream(bytesOf(salt))
  const sorted = inOrder(contents)
  const cards = sorted.flatMap(({ itemId, copies, firstSerial }) =>
    Array.from({ length: copies }, (_, n) => ({ itemId, serial: firstSerial + n })),
  )
  if (cards.length !== issued * cardsPerPack) throw new Error(`pack ${packId} has ${cards.length} cards`)
  await shuffle(cards, stream)
  const units: DealtUnit[] = []
  for (let n = 0; n < issued; n += 1) {
    const unit: DealtUnit = { id: await stream.uuid(), number: n + 1, cards: [] }
    for (const card of cards.slice(n * cardsPerPack, (n + 1) * cardsPerPack))
      unit.cards.push({ ...card, refId: await stream.uuid() })
    units.push(unit)
  }
  return units
}

/**
 * The order of sale: place n holds the index of the dealt unit that is sold as number n + 1. The
 * block's id alone determines it.
 */
export async function drawOrder(
  { packId, issued }: { packId: string; issued: number },
  blockId: string,
): Promise<number[]> {
  const order = Array.from({ length: issued }, (_, n) => n)
  await shuffle(order, randomStream(await sha256(utf8.encode(`kura-deal-2 ${packId} ${blockId}`))))
  return order
}

/**
 * SHA-256 as hex over the deal and its salt as canonical JSON (sorted keys, no spaces, units in the
 * order of the deal). With a `drawHeight` it is the hash of `kura-deal-2`, which also binds the
 * contents and the height.
 */
export async function commitmentOf(
  deal: Deal,
  units: readonly { cards: readonly DealtCard[] }[],
  drawHeight: string | null,
): Promise<string> {
  const { packId, salt, issued, cardsPerPack } = deal
  const cards = units.map((unit) => unit.cards.map(({ itemId, refId, serial }) => ({ itemId, refId, serial })))
  const contents = inOrder(deal.contents).map(({ copies, firstSerial, itemId }) => ({ copies, firstSerial, itemId }))
  const bound =
    drawHeight === null
      ? { packId, salt, units: cards }
      : { algorithm: 'kura-deal-2', cardsPerPack, contents, drawHeight, issued, packId, salt, units: cards }
  return hexOf(await sha256(utf8.encode(JSON.stringify(bound))))
}

/**
 * The steps of a check, in order. `form`: the JSON is a published proof and its numbers are
 * consistent. `commitment`: the salt deals cards whose hash is the published commitment. `cards`:
 * every published unit is one of those dealt. `order`: the units stand in the order that the
 * published block id gives.
 */
export const fairnessSteps = ['form', 'commitment', 'cards', 'order'] as const
export type FairnessStep = (typeof fairnessSteps)[number]
/** `waiting`: not published yet, so it cannot be checked. `unchecked`: an earlier step failed. */
export type StepResult = { step: FairnessStep; result: 'right' | 'wrong' | 'waiting' | 'unchecked'; what: string }

/**
 * Checks a published proof on its own, offline. `what` describes each finding in plain English. The
 * JSON alone cannot show that its commitment was published before the sale, or that its block is
 * the chain's at that height: compare those two with independent sources.
 */
export async function checkFairness(proof: unknown): Promise<StepResult[]> {
  const results: StepResult[] = []
  const note = (step: FairnessStep, result: StepResult['result'], what: string): void =>
    void results.push({ step, result, what })
  const rest = (result: 'waiting' | 'unchecked', what: string): StepResult[] => {
    for (const step of fairnessSteps.slice(results.length)) note(step, result, what)
    return results
  }
  const parsed = PackFairness.safeParse(proof)
  const fault = parsed.success
    ? faultOfForm(parsed.data)
    : `not the JSON of a proof: ${parsed.error.issues[0]?.path.join('.') ?? ''}`
  if (!parsed.success || fault !== undefined) {
    note('form', 'wrong', fault ?? '')
    return rest('unchecked', 'not checked')
  }
  const { packId, contents, issued, cardsPerPack, salt, units, drawHeight, drawBlockId, commitment, algorithm } =
    parsed.data
  note('form', 'right', `${issued} packs of ${cardsPerPack} cards, ${contents.length} items`)
  if (salt === null || units === null) return rest('waiting', 'the salt is published when the sale is over')

  const deal: Deal = { packId, contents, issued, cardsPerPack, salt }
  const dealt = await dealUnits(deal)
  const found = await commitmentOf(deal, dealt, drawHeight)
  if (found !== commitment) {
    note('commitment', 'wrong', `the salt gives ${found}, published was ${commitment}`)
    return rest('unchecked', 'not checked')
  }
  note('commitment', 'right', found)

  const byText = new Map(dealt.map((unit, index) => [textOf(unit.cards), index]))
  const stranger = units.findIndex((cards) => !byText.has(textOf(cards)))
  if (stranger >= 0) {
    note('cards', 'wrong', `number ${stranger + 1} holds cards that were never dealt`)
    return rest('unchecked', 'not checked')
  }
  if (new Set(units.map(textOf)).size !== issued) {
    note('cards', 'wrong', 'a dealt pack is there twice, another is missing')
    return rest('unchecked', 'not checked')
  }
  note('cards', 'right', `${issued * cardsPerPack} cards are those of the deal`)

  const order =
    algorithm === 'kura-deal-1' ? dealt.map((_, n) => n) : await drawOrder({ packId, issued }, drawBlockId ?? '')
  const misplaced = units.findIndex((cards, n) => byText.get(textOf(cards)) !== order[n])
  if (misplaced >= 0) note('order', 'wrong', `number ${misplaced + 1} is not the pack the block puts there`)
  else note('order', 'right', drawBlockId === null ? 'sold as dealt' : `as drawn from block ${drawBlockId}`)
  return results
}

/**
 * Whether every step passed: the proof is consistent. It proves nothing until its commitment and
 * block have been compared.
 */
export const isConsistent = (results: readonly StepResult[]): boolean =>
  results.every(({ result }) => result === 'right')

function faultOfForm(proof: PackFairness): string | undefined {
  const { contents, issued, cardsPerPack, salt, units, drawHeight, drawBlockId, algorithm, commitment } = proof
  const copies = contents.reduce((sum, content) => sum + content.copies, 0)
  if (contents.some((content) => content.copies < 1 || content.firstSerial < 1))
    return 'contents: copies and serials begin with 1'
  if (new Set(contents.map(({ itemId }) => itemId)).size !== contents.length) return 'contents: an item is there twice'
  if (issued < 1 || issued > 1_000_000 || cardsPerPack < 1 || copies !== issued * cardsPerPack)
    return `${copies} copies do not fill ${issued} packs of ${cardsPerPack}`
  if (salt !== null && !/^([0-9a-f]{2}){1,64}$/.test(salt)) return 'salt: not hexadecimal'
  if ((salt === null) !== (units === null)) return 'salt and units are published together'
  if (units !== null && (units.length !== issued || units.some((cards) => cards.length !== cardsPerPack)))
    return `units: ${units.length}, issued were ${issued}`
  if (algorithm === 'kura-deal-1')
    return drawHeight === null && drawBlockId === null ? undefined : 'kura-deal-1 draws from no block'
  if (drawHeight === null) return commitment === '' && salt === null ? undefined : 'drawHeight: is missing'
  if (!/^\d{1,20}$/.test(drawHeight)) return 'drawHeight: is no height'
  if (drawBlockId === null) return salt === null ? undefined : 'drawBlockId: is missing'
  return /^[0-9a-f]{64}$/.test(drawBlockId) ? undefined : 'drawBlockId: is no id of a block'
}

const textOf = (cards: readonly DealtCard[]): string =>
  cards.map(({ itemId, serial, refId }) => `${itemId} ${serial} ${refId}`).join(';')

const inOrder = (contents: readonly Content[]): Content[] => contents.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))

/** Fisher–Yates from the end. */
async function shuffle<T>(list: T[], stream: RandomStream): Promise<void> {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const pick = await stream.below(last + 1)
    const [a, b] = [list[pick] as T, list[last] as T]
    list[pick] = b
    list[last] = a
  }
}

const utf8 = new TextEncoder()
type Bytes = Uint8Array<ArrayBuffer>

async function sha256(data: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data))
}

const bytesOf = (hex: string): Bytes => {
  const bytes = new Uint8Array(hex.length / 2)
  for (let n = 0; n < bytes.length; n += 1) bytes[n] = Number.parseInt(hex.slice(n * 2, n * 2 + 2), 16)
  return bytes
}
const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const hexOf = (bytes: Bytes): string => {
  let text = ''
  for (const byte of bytes) text += hexPairs[byte]
  return text
}

type RandomStream = ReturnType<typeof randomStream>
/** The most blocks hashed at once: enough to hide the round trip to the hashing thread. */
const blocksMost = 512

/**
 * Random numbers from a secret: SHA-256 of the secret and an eight-byte counter, block after block.
 * The rest of a block that is too short for the next number is discarded.
 */
function randomStream(secret: Bytes) {
  let counter = 0
  let ahead: Bytes[] = []
  let block: Bytes = new Uint8Array(0)
  let at = 0
  const nextBlock = async (): Promise<Bytes> => {
    const next = ahead.pop()
    if (next) return next
    const count = Math.min(blocksMost, Math.max(4, counter))
    const numbered = Array.from({ length: count }, (_, n) => {
      const data = new Uint8Array(secret.length + 8)
      data.set(secret)
      new DataView(data.buffer).setBigUint64(secret.length, BigInt(counter + n))
      return data
    })
    counter += count
    ahead = (await Promise.all(numbered.map(sha256))).toReversed()
    return ahead.pop() as Bytes
  }
  const take = async (count: number): Promise<Bytes> => {
    if (at + count > block.length) {
      block = await nextBlock()
      at = 0
    }
    at += count
    return block.subarray(at - count, at)
  }
  return {
    /**
     * A uniform number from 0 to `most` - 1: values from the uneven top of the range are discarded.
     */
    below: async (most: number): Promise<number> => {
      const limit = 2 ** 32 - (2 ** 32 % most)
      for (;;) {
        const bytes = await take(4)
        const value = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
        if (value < limit) return value % most
      }
    },
    /** A UUID of version 4. */
    uuid: async (): Promise<string> => {
      const bytes = Uint8Array.from(await take(16))
      bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
      bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
      const hex = hexOf(bytes)
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
    },
  }
}

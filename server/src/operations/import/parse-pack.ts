import type { ContentEntry, PackEntry } from './catalogue.ts'
import type { Fault } from './faults.ts'
import { findableOf, pictureOf, placeOf } from './parse-rows.ts'
import { readRow } from './row.ts'
import type { Row, RowReader } from './row.ts'

/** A pack entry: what it holds, in what numbers, when and for how much. */
export function parsePack(read: RowReader, faults: Fault[]): PackEntry {
  const kind = read.choice('kind', ['single', 'random', 'selectable'])
  const channel = read.choice('channel', ['sale', 'passcode', 'airdrop'], 'sale')
  const contents = contentsOf(read, faults, kind)
  const cardsPerPack = kind === 'single' ? (read.optionalNumber('cards', 1, 20) ?? 1) : read.number('cards', 1, 20)
  const issued = read.number('packs', 1, 100_000)
  const saleStartsAt = read.instant('from')
  const saleEndsAt = read.instant('until')
  if (saleStartsAt && saleEndsAt && saleStartsAt >= saleEndsAt) read.fault('until', 'is not after from')
  if (kind === 'single' && contents.length > 1)
    read.fault('contents', `a single pack holds one item, this one has ${contents.length}`)
  if (kind === 'single' && cardsPerPack !== 1) read.fault('cards', 'a single pack holds one card')
  if (kind === 'random' && contents.length === 1)
    read.fault('contents', 'a random pack holds several items; one item is a pack of kind single')
  const copies = contents.reduce((sum, content) => sum + content.copies, 0)
  if (kind !== 'selectable' && contents.length > 0 && copies !== issued * cardsPerPack)
    read.fault(
      'contents',
      `${copies} copies do not fill ${issued} packs of ${cardsPerPack}: ${issued * cardsPerPack} are needed`,
    )
  if (kind === 'selectable') checkChoice(read, contents, { copies, issued, cardsPerPack, channel })
  else settleOdds(contents, copies, faults)
  const perMemberLimit = read.optionalNumber('limit', 1, 100_000)
  if (channel === 'airdrop' && perMemberLimit !== undefined)
    read.fault('limit', 'an airdrop says itself how many each member gets')
  if (kind === 'random' && channel === 'sale' && perMemberLimit === undefined)
    read.fault('limit', 'is missing: a random pack goes on sale only with a limit for one member')
  return {
    place: placeOf(read),
    id: read.slug('id'),
    seriesId: read.slug('series'),
    name: read.words('name', 80),
    ...findableOf(read),
    description: read.words('description', 2000, false),
    picture: pictureOf(read),
    kind,
    channel,
    priceYen: priceOf(read, channel),
    cardsPerPack,
    issued,
    perMemberLimit,
    saleStartsAt,
    saleEndsAt,
    queuePerSecond: queueOf(read, channel),
    contents,
  }
}

/** Only what is sold has a price. */
function priceOf(read: RowReader, channel: PackEntry['channel']): number {
  if (channel === 'sale') return read.number('price', 1, 9_999_999)
  if ((read.optionalNumber('price', 0, 9_999_999) ?? 0) !== 0)
    read.fault('price', `a pack of channel ${channel} is given, so it has no price`)
  return 0
}

function queueOf(read: RowReader, channel: PackEntry['channel']): number | undefined {
  const queue = read.optionalNumber('queue', 1, 10_000)
  if (queue !== undefined && channel !== 'sale') read.fault('queue', 'only packs that are sold have a line')
  return queue
}

/** A selectable pack can be filled, and so can every pack of it before the first choice. */
function checkChoice(
  read: RowReader,
  contents: ContentEntry[],
  pack: { copies: number; issued: number; cardsPerPack: number; channel: PackEntry['channel'] },
): void {
  const { copies, issued, cardsPerPack, channel } = pack
  if (channel === 'sale') read.fault('channel', 'a selectable pack is not sold; its channel is passcode or airdrop')
  if (contents.length === 0) return
  if (copies < issued * cardsPerPack)
    read.fault(
      'contents',
      `${copies} copies do not fill ${issued} packs of ${cardsPerPack}: at least ${issued * cardsPerPack} are needed`,
    )
  const most = contents.reduce((sum, { mostEach, copies: each }) => sum + Math.min(mostEach, each), 0)
  if (most < cardsPerPack)
    read.fault('contents', `only ${most} cards may be chosen for one pack, but it holds ${cardsPerPack}`)
}

function contentsOf(read: RowReader, faults: Fault[], kind: PackEntry['kind']): ContentEntry[] {
  const value = read.take('contents')
  if (!Array.isArray(value) || value.length === 0) {
    read.fault('contents', value === undefined ? 'is missing' : 'must be a list of item, copies and odds')
    return []
  }
  const seen = new Set<string>()
  return value.flatMap((row: Row | string) => {
    if (typeof row !== 'object' || !(row.cells instanceof Map)) {
      read.fault('contents', 'each entry needs item and copies')
      return []
    }
    const content = readRow(row, faults)
    const entry = {
      place: placeOf(content),
      itemId: content.slug('item'),
      copies: content.number('copies', 1, 1_000_000),
      oddsText: kind === 'selectable' ? undefined : content.optionalText('odds', 20),
      oddsPpm: 0,
      mostEach: kind === 'selectable' ? (content.optionalNumber('most', 1, 20) ?? 20) : 0,
    }
    content.finish()
    if (seen.has(entry.itemId)) content.fault('item', `"${entry.itemId}" is there twice`)
    seen.add(entry.itemId)
    return [entry]
  })
}

/**
 * The published odds of each item: its share of all copies, in parts per million that sum to one
 * million. Written odds must match to their last digit: they are a promise by law.
 */
function settleOdds(contents: ContentEntry[], copies: number, faults: Fault[]): void {
  if (copies === 0) return
  for (const content of contents) {
    const exact = (content.copies / copies) * 100
    content.oddsPpm = Math.floor((content.copies * 1_000_000) / copies)
    if (content.oddsText === undefined) continue
    const [, digits] = /^\d{1,3}(?:\.(\d{1,4}))?\s*%?$/.exec(content.oddsText) ?? [undefined, undefined]
    const stated = Number.parseFloat(content.oddsText)
    const isNumber = /^\d{1,3}(\.\d{1,4})?\s*%?$/.test(content.oddsText)
    const message = !isNumber
      ? `"${content.oddsText}" must be a percentage with at most four decimals`
      : Math.abs(stated - exact) > 0.5 * 10 ** -(digits?.length ?? 0) + 1e-9
        ? `${content.oddsText} % is not what the contents give: ${content.copies} of ${copies} is ${exact.toFixed(4)} %`
        : undefined
    if (message) faults.push({ ...content.place, message: `odds: ${message}` })
  }
  // what rounding down lost goes to the parts that lost most
  const byLoss = contents.toSorted(
    (a, b) => ((b.copies * 1_000_000) % copies) - ((a.copies * 1_000_000) % copies) || a.itemId.localeCompare(b.itemId),
  )
  const left = 1_000_000 - contents.reduce((sum, content) => sum + content.oddsPpm, 0)
  for (const content of byLoss.slice(0, left)) content.oddsPpm += 1
}

import type { AccessError } from '@kura/cadence/access-error'
import type { AccessNode } from '@kura/cadence/access-node'
import { readOwnedIds } from '@kura/cadence/read-owned'
import { askEach } from '../../chain/index/drift-report.ts'
import { indexAll } from '../../chain/index/index-once.ts'
import type { TokenEvent } from '../../chain/index/index-queries.ts'
import { readSupply } from '../../chain/index/read-chain.ts'
import { readEvents } from '../../chain/index/read-events.ts'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import type { ChainConfig } from '../../platform/flow/chain-config.ts'
import * as rows from './chain-queries.ts'
import type { Difference, DifferenceKind } from './difference.ts'
import { closeItems, listUnseen } from './item-queries.ts'
import { clearFor, notePage } from './note-page.ts'
import type { NoteDeps, Page } from './note-page.ts'
import type { Run } from './run-queries.ts'

export type ChainDeps = NoteDeps & { accessNode: AccessNode; chain: ChainConfig }
type Say = (compared: number, fresh: Difference[]) => void
type Span = { from: number; to: number }

/** The most blocks that a node returns at once. */
const rangeBlocks = 250
const holdersAtOnce = 50
const named = 200
/** How often rows and chain are compared before they count as different: the chain moves meanwhile. */
const attemptsMost = 3

/**
 * Compares the rows of the index with the blocks, every holder's vault and the number of tokens
 * ever minted, and reports tokens that no order of ours minted. A vault that cannot be read hides
 * no other, and is reported unless the node was only away for it. Fails with AccessError or
 * IndexGapError when the node does not respond as it should.
 */
export async function reconcileChain(deps: ChainDeps, run: Run, say: Say): Promise<void> {
  await indexAll(deps)
  const span = await spanOf(deps, run)
  if (!span) return
  const at = readCursor(run.cursor, span)
  for (let from = at.block; from <= span.to; from += rangeBlocks) {
    const to = Math.min(from + rangeBlocks - 1, span.to)
    await note(deps, run, say, { cursor: `block ${to}`, ...(await compareBlocks(deps, from, to)) })
  }
  for (let holder = at.holder; ;) {
    const holders = await rows.listHolders(deps.sql, run, span, holder, holdersAtOnce)
    holder = holders.at(-1) ?? ''
    if (holder === '') break
    await note(deps, run, say, { cursor: `holder ${holder}`, ...(await compareHolders(deps, holders)) })
  }
  await note(deps, run, say, { cursor: 'supply', ...(await compareSupply(deps)) })
  await closeUnseen(deps, run)
}

type Compared = Pick<Page, 'compared' | 'found' | 'also'>

async function note(deps: ChainDeps, run: Run, say: Say, page: Compared & { cursor: string }): Promise<void> {
  say(page.compared, await notePage(deps, run, { ...page, settled: [] }))
}

/** The blocks of the window that are indexed. */
async function spanOf({ sql, chain }: ChainDeps, run: Run): Promise<Span | undefined> {
  const to = await rows.findIndexed(sql)
  if (to === undefined) return undefined
  const start = chain.startHeight ?? (chain.network === 'local' ? 0 : await rows.findEarliest(sql)) ?? to
  const from = (await rows.findFirstHeight(sql, run.since)) ?? start
  return { from: Math.min(from, to), to }
}

function readCursor(cursor: string | null, span: Span): { block: number; holder: string } {
  const [stage = '', place = ''] = (cursor ?? '').split(' ')
  if (stage === 'block') return { block: Number(place) + 1, holder: '' }
  if (stage === 'holder') return { block: span.to + 1, holder: place }
  // no address comes after it
  return stage === 'supply' ? { block: span.to + 1, holder: 'supply' } : { block: span.from, holder: '' }
}

const differ = (kind: DifferenceKind, subject: string, what: string, more: Partial<Difference> = {}): Difference => ({
  kind,
  subject,
  what,
  orderId: null,
  paymentRef: null,
  tokenId: subject,
  amountYen: null,
  direction: 'theirs',
  ...more,
})

const eventName = (height: number, { txId, eventIndex }: { txId: string; eventIndex: number }) =>
  `${height}/${txId}/${eventIndex}`
const sameEvent = (one: rows.KeptEvent, other: TokenEvent) =>
  one.kind === other.kind && one.tokenId === other.tokenId && one.address === other.address

async function compareBlocks(deps: ChainDeps, from: number, to: number): Promise<Compared> {
  const sealed = await readEvents(deps.accessNode, deps.chain, from, to)
  const kept = new Map(
    (await rows.listKept(deps.sql, from, to)).map((event) => [eventName(event.height, event), event]),
  )
  const found: Difference[] = []
  for (const event of sealed) {
    const name = eventName(event.height, event)
    const row = kept.get(name)
    kept.delete(name)
    if (row && sameEvent(row, event)) continue
    const what = `block ${event.height} says that token ${event.tokenId} was ${event.kind}, the rows ${row ? 'say something else' : 'do not'}`
    found.push(differ('missing-event', name, what, { tokenId: event.tokenId, paymentRef: event.address }))
  }
  for (const [name, event] of kept) {
    const what = `the rows say that token ${event.tokenId} was ${event.kind} in blocks ${from} to ${to}, the chain does not`
    found.push(differ('extra-event', name, what, { tokenId: event.tokenId, direction: 'ours' }))
  }
  for (const { tokenId, what, owner } of await rows.listForeign(deps.sql, from, to))
    found.push(differ('foreign-token', tokenId, what, { paymentRef: owner }))
  return { compared: sealed.length, found }
}

async function compareHolders(deps: ChainDeps, holders: string[]): Promise<Compared> {
  let compared = 0
  const found: Difference[] = []
  const listSilent = async (asked: readonly string[]) => {
    const silent = new Map<string, AccessError>()
    const compare = async (address: string) => {
      const { held, differences } = await compareHolder(deps, address)
      compared += held
      found.push(...differences)
    }
    const keep = (address: string, reason: AccessError) => silent.set(address, reason)
    await askEach(asked, compare, keep, () => readSupply(deps))
    return silent
  }
  // each is asked twice: the node may only have been busy
  const unread = await listSilent([...(await listSilent(holders)).keys()])
  for (const [address, { isPassing, code }] of unread) {
    // an unread vault proves nothing: it is compared the next time, at night at the latest
    if (isPassing) {
      deps.log.warn({ address, code }, 'the node was away for a vault, which was not compared')
      continue
    }
    const what = `the chain does not show what ${address} holds`
    found.push(differ('unreadable-vault', address, what, { tokenId: null, paymentRef: address }))
  }
  // what is in an unreadable vault is not gone
  return { compared, found, also: (db) => rows.keepOpen(db, [...unread.keys()]) }
}

async function compareHolder(deps: ChainDeps, address: string): Promise<{ held: number; differences: Difference[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const ids = await readOwnedIds(deps.accessNode, addressesOf(deps.chain), { address })
    const onChain = new Set(ids.map(String))
    await indexAll(deps)
    const kept = new Set(await rows.listHeld(deps.sql, address))
    const extra = [...onChain].filter((id) => !kept.has(id))
    const missing = [...kept].filter((id) => !onChain.has(id))
    if (extra.length + missing.length === 0) return { held: onChain.size, differences: [] }
    if (attempt < attemptsMost) continue
    const owners = await rows.findHolders(deps.sql, extra)
    // said in the same words from whichever side it is found, so that an item that a person has
    // closed is known again
    const rowsSay = (owner: string) => `the rows say that ${owner} holds the token, the chain says another`
    const differences = [
      ...extra.map((id) => differ('wrong-owner', id, rowsSay(owners.get(id) ?? 'nobody'), { paymentRef: address })),
      ...missing.map((id) => differ('wrong-owner', id, rowsSay(address), { direction: 'ours' })),
    ]
    return { held: onChain.size, differences }
  }
}

async function compareSupply(deps: ChainDeps): Promise<Compared> {
  for (let attempt = 1; ; attempt += 1) {
    const minted = await readSupply(deps)
    await indexAll(deps)
    const kept = await rows.countTokens(deps.sql)
    const wrong = kept === minted ? [] : await rows.listMiscounted(deps.sql, minted, named)
    if (wrong.length === 0) return { compared: kept, found: [] }
    if (attempt < attemptsMost) continue
    const found = wrong.map(({ tokenId, isMissing }) =>
      isMissing
        ? differ('missing-token', tokenId, `the chain has minted ${minted} tokens, the rows do not have this one`)
        : differ('extra-token', tokenId, `the chain has minted ${minted} tokens, a row names one more`, {
            direction: 'ours',
          }),
    )
    return { compared: kept, found }
  }
}

/**
 * Closes open items that were not found again. An event of a block outside the window is searched
 * for once more.
 */
async function closeUnseen(deps: ChainDeps, run: Run): Promise<void> {
  const gone: string[] = []
  for (const { id, kind, subject } of await listUnseen(deps.sql, 'chain', run.startedAt)) {
    const height = Number(subject.split('/')[0])
    const isThere =
      kind.endsWith('-event') &&
      (await compareBlocks(deps, height, height)).found.some((one) => one.kind === kind && one.subject === subject)
    if (!isThere) gone.push(id)
  }
  if (gone.length > 0) await clearFor(deps, 'chain', await closeItems(deps.sql, gone))
}

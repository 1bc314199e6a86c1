import { AccessError } from '@kura/cadence/access-error'
import { readOwned } from '@kura/cadence/read-owned'
import type { OwnedToken } from '@kura/cadence/read-owned'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { listDescriptions, listMisdescribed, listOwners } from './index-queries.ts'
import type { Description } from './index-queries.ts'

/**
 * A token whose row differs from the chain: who holds it, or what it is. A vault that cannot be
 * read is reported by one of the tokens it should hold; where it should hold none, `tokenId` is its
 * address.
 */
export type Drift = { tokenId: string; what: string }

type DriftDeps = Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>

/**
 * Compares every token row with the chain. Run it after indexing; tokens under way are asked for
 * twice. A vault that the node cannot read is reported and hides no other. Fails with an
 * AccessError when the node reads none, or is away.
 */
export const reportDrift = (deps: DriftDeps): Promise<Drift[]> => compareTwice(() => compare(deps))

async function compare({ sql, accessNode, chain }: DriftDeps): Promise<Drift[]> {
  const rowOwner = new Map<string, string>()
  const chainOwner = new Map<string, string>()
  const silent: Drift[] = []
  const unread = new Set<string>()
  const otherwise: Drift[] = []
  const owners = await listOwners(sql)
  for (const { address, tokenIds } of owners) for (const tokenId of tokenIds) rowOwner.set(tokenId, address)
  await askEach(
    owners,
    async ({ address }) => {
      const held = await readOwned(accessNode, addressesOf(chain), { address })
      for (const { id } of held) chainOwner.set(id.toString(), address)
      otherwise.push(...(await compareTokens(sql, held)))
    },
    ({ address, tokenIds }) => {
      silent.push({ tokenId: tokenIds[0] ?? address, what: `the chain does not show what ${address} holds` })
      unread.add(address)
    },
  )
  const strays = [...new Set([...rowOwner.keys(), ...chainOwner.keys()])]
    .filter((tokenId) => rowOwner.get(tokenId) !== chainOwner.get(tokenId))
    // a token in an unreadable vault is not missing
    .filter((tokenId) => chainOwner.has(tokenId) || !unread.has(rowOwner.get(tokenId) ?? ''))
    .map((tokenId) => {
      const [row = 'nobody', holder = 'nobody'] = [rowOwner.get(tokenId), chainOwner.get(tokenId)]
      return { tokenId, what: `the row says ${row} holds the token, the chain says ${holder}` }
    })
  const misdescribed = await listMisdescribed(sql)
  const named = new Set(misdescribed.map(({ tokenId }) => tokenId))
  return [...strays, ...silent, ...misdescribed, ...otherwise.filter(({ tokenId }) => !named.has(tokenId))]
}

/** Tokens that are something else on chain than their rows say. */
async function compareTokens(sql: DriftDeps['sql'], held: OwnedToken[]): Promise<Drift[]> {
  const rows = new Map(
    (
      await listDescriptions(
        sql,
        held.map(({ id }) => id.toString()),
      )
    ).map((row) => [row.tokenId, row]),
  )
  return held.flatMap(({ id, itemId, serial, refId }) => {
    const row = rows.get(id.toString())
    const what = row && differenceOf(row, { itemId, serial: Number(serial), refId })
    return what === undefined ? [] : { tokenId: id.toString(), what }
  })
}

function differenceOf(row: Description, chain: Omit<Description, 'tokenId'>): string | undefined {
  const values: [string, unknown, unknown][] = [
    ['item', row.itemId, chain.itemId],
    ['serial', row.serial, chain.serial],
    ['reference', row.refId, digitsOf(chain.refId) === digitsOf(row.refId) ? row.refId : chain.refId],
  ]
  const wrong = values.find(([, ours, theirs]) => ours !== theirs)
  return wrong && `the row says ${wrong[0]} ${wrong[1]}, the chain ${wrong[2]}`
}

/**
 * The digits of a uuid alone: the database reads it with capitals, in braces, and whatever hyphens
 * are between the digits.
 */
const digitsOf = (refId: string): string => refId.toLowerCase().replaceAll(/[{}-]/g, '')

/** A node that was away for this many accounts is away for the others too. */
const mostAway = 5
const pauseMs = 1000

/**
 * What both of two comparisons found: what was under way at the first is over by the second, which
 * gets what the first found.
 */
export async function compareTwice<T>(compare: (before?: readonly T[]) => Promise<T[]>): Promise<T[]> {
  const first = await compare()
  if (first.length === 0) return []
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  const second = new Set((await compare(first)).map((each) => JSON.stringify(each)))
  return first.filter((each) => second.has(JSON.stringify(each)))
}

/**
 * Asks the node about each account. One that it cannot read goes to `onSilent` with the reason and
 * hides no other. Fails with an AccessError when the node was away for five accounts, or read none
 * of them. With `checkNode`, reading none fails only if that fails.
 */
export async function askEach<T>(
  accounts: readonly T[],
  ask: (account: T) => Promise<void>,
  onSilent: (account: T, reason: AccessError) => void,
  checkNode?: () => Promise<unknown>,
): Promise<void> {
  let silent = 0
  let away = 0
  for (const account of accounts)
    try {
      await ask(account)
    } catch (error) {
      if (!(error instanceof AccessError)) throw error
      silent += 1
      if (error.isPassing) away += 1
      if (away === mostAway) throw error
      if (silent === accounts.length && !checkNode) throw error
      if (silent === accounts.length) await checkNode?.()
      onSilent(account, error)
    }
}

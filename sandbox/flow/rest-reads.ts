import type { FastifyInstance } from 'fastify'
import type { Block } from './block.ts'
import { visibleBlock, type Chain } from './chain.ts'
import { badRequest, invalidArgument, notFound, outOfRange } from './errors.ts'
import {
  presentAccount,
  presentBlock,
  presentBlockEvents,
  presentCollection,
  presentKey,
  presentPayload,
  presentVersion,
} from './present.ts'
import { readAddress, readBase64, readNumber } from './submission.ts'

const maxHeightRange = 250
const maxIds = 50
const scriptLimit = 100_000

type Query = Record<string, string | string[] | undefined>

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? ''

/** The values of a parameter that may be repeated or hold commas. */
export const many = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value : [value ?? '']).flatMap((part) => part.split(',')).filter((part) => part !== '')

/** The parts of an answer the request asks to have in full. */
export const expandOf = (query: Query) => new Set(many(query.expand))

/** A height in a query: a number, or `sealed` and `final`, which are the same here. */
function readHeight(chain: Chain, value: string): number {
  if (value === 'sealed' || value === 'final') return visibleBlock(chain).height
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(Number(value))) throw badRequest('invalid height format')
  return Number(value)
}

function blockAt(chain: Chain, height: number): Block {
  const block = height <= visibleBlock(chain).height ? chain.blocks[height] : undefined
  if (!block) throw notFound(`error looking up block at height ${height}`)
  return block
}

function blockById(chain: Chain, id: string): Block {
  if (!/^[0-9a-fA-F]{64}$/.test(id)) throw badRequest('invalid ID format')
  const block = chain.byId.get(id.toLowerCase())
  if (!block || block.height > visibleBlock(chain).height) throw notFound(`error looking up block with ID ${id}`)
  return block
}

/** The block whose state a read asks for; the newest when it names none. */
function stateBlock(chain: Chain, query: Query): Block {
  const id = one(query.block_id)
  if (id) return blockById(chain, id)
  return blockAt(chain, readHeight(chain, one(query.block_height) || 'sealed'))
}

function checkRange(start: number, end: number) {
  if (start > end) throw badRequest('start height must be less than or equal to end height')
  if (end - start >= maxHeightRange) {
    throw badRequest(`height range ${end - start} exceeds maximum allowed of ${maxHeightRange}`)
  }
}

function findAccount(chain: Chain, parameter: string, query: Query) {
  const address = readAddress(parameter, chain.engine)
  const { height } = stateBlock(chain, query)
  const account = chain.engine.account(address, height)
  if (!account.kept) throw outOfRange(`the state at height ${height} is no longer kept`)
  if (!account.exists)
    throw notFound(
      `account with address ${address} does not exist: [Error Code: 1201] account not found for address ${address}`,
    )
  return { address, account }
}

type Account = { Params: { address: string; index: string }; Querystring: Query }

/** Accounts, their keys and balances. */
export function accountRoutes(app: FastifyInstance, chain: Chain) {
  app.get<Account>('/accounts/:address', ({ params, query }) => {
    const { address, account } = findAccount(chain, params.address, query)
    return presentAccount(address, account, expandOf(query))
  })
  app.get<Account>('/accounts/:address/balance', ({ params, query }) => ({
    balance: `${findAccount(chain, params.address, query).account.balance}`,
  }))
  app.get<Account>('/accounts/:address/keys', ({ params, query }) => ({
    keys: findAccount(chain, params.address, query).account.keys.map(presentKey),
  }))
  app.get<Account>('/accounts/:address/keys/:index', ({ params, query }) => {
    const index = readNumber(params.index, 'key index')
    const { address, account } = findAccount(chain, params.address, query)
    const key = account.keys[index]
    if (!key) {
      throw notFound(
        `failed to get account key with index: ${index}, reason: [Error Code: 1202] account public key not found for address ${address} and key index ${index}`,
      )
    }
    return presentKey(key, index)
  })
}

function blocksByHeight(chain: Chain, query: Query): Block[] {
  const heights = many(query.height)
  const start = one(query.start_height)
  const end = one(query.end_height)
  if (heights.length > 0 && (start || end))
    throw badRequest('can only provide either heights or start and end height range')
  if (heights.length > maxIds) throw badRequest(`at most ${maxIds} heights can be requested at a time`)
  if (heights.length > 0) return heights.map((height) => blockAt(chain, readHeight(chain, height)))
  if (!start || !end) throw badRequest('must provide either heights or start and end height range')
  const first = readHeight(chain, start)
  const last = readHeight(chain, end)
  checkRange(first, last)
  return Array.from({ length: last - first + 1 }, (_, index) => blockAt(chain, first + index))
}

type ById = { Params: { id: string }; Querystring: Query }

/** Blocks by height and by id, their payloads, and collections. */
export function blockRoutes(app: FastifyInstance, chain: Chain) {
  app.get<ById>('/blocks', ({ query }) =>
    blocksByHeight(chain, query).map((block) => presentBlock(chain, block, expandOf(query))),
  )
  app.get<ById>('/blocks/:id', ({ params, query }) => {
    const ids = many(params.id)
    if (ids.length > maxIds) throw badRequest(`at most ${maxIds} IDs can be requested at a time`)
    return ids.map((id) => presentBlock(chain, blockById(chain, id), expandOf(query)))
  })
  app.get<ById>('/blocks/:id/payload', ({ params }) => presentPayload(chain, blockById(chain, params.id)))
  app.get<ById>('/collections/:id', ({ params, query }) => {
    const block = chain.collections.get(params.id.toLowerCase())
    if (!block || block.height > visibleBlock(chain).height) throw notFound(`collection ${params.id} is not known`)
    return presentCollection(block, expandOf(query))
  })
}

function eventBlocks(chain: Chain, query: Query): Block[] {
  const ids = many(query.block_ids)
  const start = one(query.start_height)
  const end = one(query.end_height)
  if (ids.length > 0 && (start || end))
    throw badRequest('can only provide either block IDs or start and end height range')
  if (ids.length === 0 && !(start && end))
    throw badRequest('must provide either block IDs or start and end height range')
  if (!one(query.type)) throw badRequest('event type must be provided')
  if (ids.length > maxIds) throw badRequest(`at most ${maxIds} IDs can be requested at a time`)
  if (ids.length > 0) return ids.map((id) => blockById(chain, id))
  const first = readHeight(chain, start)
  const last = readHeight(chain, end)
  checkRange(first, last)
  const newest = visibleBlock(chain).height
  if (first > newest) throw outOfRange(`start height ${first} is greater than the last sealed block height ${newest}`)
  return chain.blocks.slice(first, Math.min(last, newest) + 1)
}

/** Events, one entry for each block asked for, also where there are none. */
export function eventRoutes(app: FastifyInstance, chain: Chain) {
  app.get<{ Querystring: Query }>('/events', ({ query }) =>
    eventBlocks(chain, query).map((block) => presentBlockEvents(block, one(query.type))),
  )
}

type ScriptBody = { script?: unknown; arguments?: unknown } | undefined

/** Scripts; the answer is the value's JSON-CDC in base64, as a JSON string. */
export function scriptRoutes(app: FastifyInstance, chain: Chain) {
  app.post<{ Querystring: Query; Body: ScriptBody }>('/scripts', ({ query, body }, reply) => {
    const { height, id, timestamp } = stateBlock(chain, query)
    const args = Array.isArray(body?.arguments) ? body.arguments : []
    const result = chain.engine.script({
      script: readBase64(body?.script, 'invalid script source encoding').toString('utf8'),
      arguments: args.map((item) => readBase64(item, 'invalid argument encoding').toString('utf8')),
      limit: scriptLimit,
      block: { height, id, timestamp },
    })
    if (result.error && !result.code) throw outOfRange(result.error)
    if (result.error) throw invalidArgument(`failed to execute script at block (${id}): ${result.error}`)
    return reply.type('application/json').send(JSON.stringify(Buffer.from(result.value ?? '').toString('base64')))
  })
}

/** The network's name and the node's version. */
export function networkRoutes(app: FastifyInstance, chain: Chain) {
  app.get('/network/parameters', () => ({ chain_id: 'flow-emulator' }))
  app.get('/node_version_info', () => presentVersion(chain))
}

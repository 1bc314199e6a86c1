import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { startFlowNode } from '../../sandbox/flow/start-node.ts'
import { shortChainError } from '../src/access-error.ts'
import { createAccessNode, type AccessNode, type TransactionResult } from '../src/access-node.ts'
import { createAccount } from '../src/account.ts'
import { normalAddress } from '@kura/contract/chain/flow-address'
import { contractAddresses, type ContractAddresses } from '../src/addresses.ts'
import { createCollection } from '../src/collection.ts'
import { deployContracts, type DeployOptions, type Deployment } from '../src/deploy.ts'
import { agentLimit, type ScriptCall, type TransactionCall } from '../src/door.ts'
import { registerItems, registerSeries, type RegisteredItem } from '../src/item.ts'
import { address, decodeEvent, ufix64, type CadenceValue, type CdcValue } from '../src/json-cdc.ts'
import { sendAndSeal, type SigningKey } from '../src/send.ts'
import { generatePrivateKey, keyFileSigner, privateKeySigner, type Signer } from '../src/sign.ts'
import { loadCadence } from '../src/sources.ts'

/** A network without anything of ours, and a way to deploy. */
export type Network = {
  url: string
  accessNode: AccessNode
  home: string
  payer: SigningKey
  deploy(options?: Partial<DeployOptions>): Promise<Deployment>
  close(): Promise<void>
}

/**
 * The network KURA_FLOW names (its payer's key in KURA_FLOW_KEY), or an embedded one of its own,
 * which starts from a copy of the folder `from` if given.
 */
export async function startNetwork(from?: string): Promise<Network> {
  const home = mkdtempSync(join(tmpdir(), 'kura-chain-'))
  if (from !== undefined) cpSync(from, home, { recursive: true })
  const given = process.env.KURA_FLOW
  const node = given ? undefined : await startFlowNode({ dataDir: join(home, 'flow'), port: 0 })
  const { address: payer, privateKey } = node?.serviceKey ?? {
    address: process.env.KURA_FLOW_ADDRESS ?? '0xf8d6e0586b0a20c7',
    privateKey: process.env.KURA_FLOW_KEY ?? '',
  }
  const url = given ?? node!.url
  const accessNode = createAccessNode({ url })
  return {
    url,
    accessNode,
    home,
    payer: { address: normalAddress(payer), keyIndex: 0, signer: privateKeySigner(privateKey) },
    deploy: (options) =>
      deployContracts({
        accessNode,
        payer: { address: payer, privateKey },
        home,
        agentKeys: 3,
        log: () => {},
        ...options,
      }),
    close: async () => {
      await node?.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The deployed contracts with people around them. */
export type World = Network & {
  addresses: ContractAddresses
  agent: SigningKey
  /** The agent's key that signs orders, as deploying made it. */
  saleKey: { signer: Signer; keyIndex: number }
  chainId: string
  /** Sends, waits for the seal and returns the result; records the cost under `name`. */
  send(actor: SigningKey, call: TransactionCall, name?: string): Promise<TransactionResult>
  /** Sends and asserts success. */
  act(actor: SigningKey, call: TransactionCall, name?: string): Promise<TransactionResult>
  /**
   * Sends and asserts that the chain or the node refuses it with these words. Returns the error
   * line.
   */
  refused(actor: SigningKey, call: TransactionCall, words: RegExp): Promise<string>
  ask(call: ScriptCall): Promise<CadenceValue>
  /** A test's own transaction or script. */
  attack(file: string, args?: CdcValue[], more?: ContractAddresses): TransactionCall
  newAccount(signer?: Signer): Promise<SigningKey>
  newMember(): Promise<SigningKey>
  /** A registered item in a series of its own; names are never used twice. */
  newItem(options?: Partial<RegisteredItem> & { seriesCap?: number }): Promise<RegisteredItem>
  /** Most computation seen by the name of the call. */
  costs: Map<string, number>
}

let counter = Date.now() % 1_000_000_000

/** A name that no test used before, also on a network that is kept. */
export const fresh = (kind: string) => `${kind}-${(counter += 1).toString(36)}`

let deployed: { home: string; madeIn: string; deployment: Deployment } | undefined

/**
 * A deployed world on a network of its own. The first blocks and deploying take seconds, so each
 * process does them once; other networks start from a copy.
 */
export async function startWorld(): Promise<World> {
  if (process.env.KURA_FLOW) return buildWorld(await startNetwork())
  if (deployed) {
    const network = await startNetwork(deployed.home)
    const { madeIn } = deployed
    const { agentKeyFile, saleKeyFile } = deployed.deployment
    const own = (file: string) => join(network.home, relative(madeIn, file))
    return buildWorld(network, {
      ...deployed.deployment,
      agentKeyFile: own(agentKeyFile),
      saleKeyFile: own(saleKeyFile),
    })
  }
  const network = await startNetwork()
  const deployment = await network.deploy()
  // nothing is under way, so the files are complete
  const home = mkdtempSync(join(tmpdir(), 'kura-deployed-'))
  cpSync(network.home, home, { recursive: true })
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  deployed = { home, madeIn: network.home, deployment }
  return buildWorld(network, deployment)
}

/** A deployed world on `network`. */
export async function buildWorld(network: Network, known?: Deployment): Promise<World> {
  const { accessNode, payer } = network
  const deployment = known ?? (await network.deploy())
  const addresses = contractAddresses(deployment.network, { Collectible: deployment.contractAddress })
  const agent = { address: deployment.agentAddress, keyIndex: 0, signer: keyFileSigner(deployment.agentKeyFile) }
  const saleKey = { signer: keyFileSigner(deployment.saleKeyFile), keyIndex: deployment.saleKeyIndex }
  const costs = new Map<string, number>()

  const send: World['send'] = async (author, call, name) => {
    const result = await sendAndSeal(accessNode, { call, author, payer })
    if (name) costs.set(name, Math.max(costs.get(name) ?? 0, result.computationUsed))
    return result
  }
  const act: World['act'] = async (author, call, name) => {
    const result = await send(author, call, name)
    assert.equal(result.failed, false, result.errorMessage)
    return result
  }
  const attack: World['attack'] = (file, args = [], more = {}) => ({
    cadence: loadCadence(`tests/${file}.cdc`, { ...addresses, ...more }),
    args,
    limit: agentLimit,
  })
  const fund = async (to: string) => {
    const amount = process.env.KURA_FLOW_FUND
    if (amount) await act(payer, attack('fund-account', [address(to), ufix64(amount)]))
  }
  const newAccount: World['newAccount'] = async (signer = privateKeySigner(generatePrivateKey())) => {
    const { events } = await act(payer, createAccount({}, { key: signer, keyCount: 1 }))
    const event = events.find(({ type }) => type === 'flow.AccountCreated')
    const created = String(decodeEvent(event!.payload).address)
    await fund(created)
    return { address: created, keyIndex: 0, signer }
  }
  await fund(agent.address)
  return {
    ...network,
    addresses,
    agent,
    saleKey,
    chainId: await accessNode.getChainId(),
    costs,
    send,
    act,
    newAccount,
    refused: async (actor, call, words) => {
      const message = await send(actor, call).then(
        (result) => (result.failed ? result.errorMessage : ''),
        (error: Error) => error.message,
      )
      assert.match(message, words)
      const { line } = shortChainError(message)
      return words.test(line) ? line : words.exec(message)![0]
    },
    ask: (call) => accessNode.runScript(call),
    attack,
    newMember: async () => {
      const member = await newAccount()
      await act(member, createCollection(addresses, {}), 'collection/create')
      return member
    },
    newItem: async ({ seriesCap = 1000, ...options } = {}) => {
      const seriesId = options.seriesId ?? fresh('series')
      const item = { ...sampleItem(), ...options, seriesId }
      await act(agent, registerSeries(addresses, { series: [{ seriesId, name: 'Four seasons', cap: seriesCap }] }))
      await act(agent, registerItems(addresses, { items: [item], royaltyReceiver: agent.address }))
      return item
    },
  }
}

const sampleItem = (): Omit<RegisteredItem, 'seriesId'> => ({
  itemId: fresh('item'),
  name: 'Snow on the gate',
  text: 'A quiet morning.',
  thumbnail: 'https://kura.example/snow.webp',
  cap: 100,
  traits: { season: 'winter', rarity: 'rare' },
  royaltyBps: 500,
})

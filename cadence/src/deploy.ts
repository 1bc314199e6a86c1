import { createHash } from 'node:crypto'
import { shortChainError } from './access-error.ts'
import { createAccessNode, type AccessNode, type Account, type TransactionResult } from './access-node.ts'
import { addKeys, createAccount, deployContract, deploySalePermission } from './account.ts'
import { isAddressOf, normalAddress, type FlowNetwork } from '@kura/contract/chain/flow-address'
import { contractAddresses, type ContractAddresses } from './addresses.ts'
import { describeCollection, type CollectionProfile } from './collection.ts'
import { DeployError } from './deploy-error.ts'
import { ensureAgentKey, ensureSaleKey, readDeployState, writeDeployState, type DeployState } from './deploy-state.ts'
import type { TransactionCall } from './door.ts'
import { decodeEvent } from './json-cdc.ts'
import { getAgent, readAgent, registerAgent, registerAgentKey, type AgentCaps } from './sale-agent.ts'
import { sendAndSeal, type SigningKey } from './send.ts'
import { keyFileSigner, privateKeySigner, type HashAlgorithm, type SignatureAlgorithm, type Signer } from './sign.ts'
import { loadCadence } from './sources.ts'

export type DeployOptions = {
  accessNode: AccessNode | string
  /** The account that pays for the agent account, its keys and the contract. */
  payer: {
    address: string
    privateKey: string
    keyIndex?: number
    signatureAlgorithm?: SignatureAlgorithm
    hashAlgorithm?: HashAlgorithm
  }
  /** The data folder: `chain.json`, `keys/agent.key` and `keys/sale.key` live there. */
  home: string
  /** The number of the agent's proposal keys: as many transactions can be in flight. */
  agentKeys?: number
  /** An agent account made by hand; without it one is created. */
  agentAddress?: string | undefined
  /** Whether missing keys may be generated. Not on a live site. */
  generateKey?: boolean
  /** The agent's daily caps when it is registered; the operator makes later changes. */
  agentCaps?: AgentCaps
  profile?: CollectionProfile | undefined
  log: (line: string) => void
}
export type Deployment = {
  network: FlowNetwork
  contractAddress: string
  agentAddress: string
  agentKeyFile: string
  agentKeys: number
  /** The file with the key that signs orders, and its index at SalePermission. */
  saleKeyFile: string
  saleKeyIndex: number
  nftAddress: string
  ftAddress: string
  cryptoAddress: string
}
type Work = { node: AccessNode; home: string; payer: SigningKey; agentSigner: Signer; log: (line: string) => void }

const networks: Record<string, FlowNetwork> = {
  'flow-mainnet': 'mainnet',
  'flow-testnet': 'testnet',
  'flow-emulator': 'local',
}
const defaultCaps: AgentCaps = { maxSalesPerDay: 100_000, maxYenPerDay: 1_000_000_000 }

/**
 * Brings the network to the state this version needs: the agent account with its keys, the
 * contracts at their newest text, the agent and its key at SalePermission, the profile. Parts
 * missing on the network (an older version deployed it) are added. Idempotent; it continues after a
 * crash. Fails with DeployError.
 */
export async function deployContracts(options: DeployOptions): Promise<Deployment> {
  const { home, log, agentKeys = 20, generateKey = true } = options
  const node =
    typeof options.accessNode === 'string' ? createAccessNode({ url: options.accessNode }) : options.accessNode
  const chainId = await node.getChainId()
  const network = networks[chainId]
  if (!network)
    throw new DeployError('WRONG_NETWORK', `${node.url} is ${chainId}, a network this version does not know`)
  const agentKeyFile = ensureAgentKey(home, generateKey)
  const saleKeyFile = ensureSaleKey(home, generateKey)
  const payer: SigningKey = {
    address: normalAddress(options.payer.address),
    keyIndex: options.payer.keyIndex ?? 0,
    signer: privateKeySigner(options.payer.privateKey, options.payer),
  }
  if (!isAddressOf(network, payer.address))
    throw new DeployError('WRONG_NETWORK', `the payer ${payer.address} is not an address of ${chainId}`)
  const work: Work = { node, home, payer, agentSigner: keyFileSigner(agentKeyFile), log }

  const agent = await ensureAgent(work, chainId, agentKeys, options.agentAddress)
  const keyIndexes = await ensureKeys(work, agent, agentKeys)
  const author: SigningKey = { address: agent.address, keyIndex: keyIndexes[0]!, signer: work.agentSigner }
  const addresses = contractAddresses(network, { Collectible: agent.address })
  await ensureContract(work, agent, author, addresses, 'Collectible')
  await ensureContract(work, agent, author, addresses, 'SalePermission', chainId)
  const sale = await ensureSaleAgent(work, author, addresses, {
    caps: options.agentCaps ?? defaultCaps,
    saleKeyFile,
  })
  if (options.profile) await ensureProfile(work, author, addresses, options.profile)
  return {
    network,
    contractAddress: agent.address,
    agentAddress: agent.address,
    agentKeyFile,
    agentKeys: keyIndexes.length,
    ...sale,
    nftAddress: addresses.NonFungibleToken!,
    ftAddress: addresses.FungibleToken!,
    cryptoAddress: addresses.FCLCrypto!,
  }
}

const keysOf = (account: Account, signer: Signer) =>
  account.keys.filter((key) => key.publicKey === signer.publicKey && !key.revoked && key.weight >= 1000)

async function ensureAgent(work: Work, chainId: string, keyCount: number, given?: string): Promise<Account> {
  const { node, home, agentSigner } = work
  const state = readDeployState(home)
  const known = given ? normalAddress(given) : state.chainId === chainId ? state.agentAddress : undefined
  if (known) {
    const account = await node.findAccount(known)
    if (account && keysOf(account, agentSigner).length > 0) return account
    // A local network may have been reset under an old data folder; on any other, a missing agent
    // is an error.
    if (given || chainId !== 'flow-emulator')
      throw new DeployError(
        'AGENT_NOT_FOUND',
        `the agent account ${known} is not there or does not have this agent key`,
      )
    work.log(`the agent account ${known} is not on this network any more: making a new one`)
  }
  const address = (await findStartedAccount(work, chainId, state)) ?? (await makeAccount(work, chainId, keyCount))
  // The transaction's id is stored, as the origin of the account.
  writeDeployState(home, { ...readDeployState(home), chainId, agentAddress: address })
  const account = await node.findAccount(address)
  if (!account) throw new DeployError('DEPLOY_FAILED', `the new agent account ${address} cannot be read`)
  return account
}

const createdAddress = (result: TransactionResult): string | undefined => {
  const event = result.events.find(({ type }) => type === 'flow.AccountCreated')
  return event && normalAddress(String(decodeEvent(event.payload).address))
}

// A run that died after sending left the transaction's id: the account may exist already.
async function findStartedAccount({ node, agentSigner }: Work, chainId: string, state: DeployState) {
  if (!state.accountTxId || state.agentAddress || state.chainId !== chainId) return undefined
  const result = await node.findResult(state.accountTxId)
  const address = result && !result.failed ? createdAddress(result) : undefined
  const account = address && (await node.findAccount(address))
  return account && keysOf(account, agentSigner).length > 0 ? address : undefined
}

async function makeAccount({ node, home, payer, agentSigner, log }: Work, chainId: string, keyCount: number) {
  log(`creating the agent account with ${keyCount} keys`)
  const result = await sendAndSeal(node, {
    call: createAccount({}, { key: agentSigner, keyCount }),
    author: payer,
    onBuilt: (accountTxId) => writeDeployState(home, { chainId, accountTxId }),
  })
  const address = createdAddress(result)
  if (result.failed || !address)
    throw new DeployError(
      'DEPLOY_FAILED',
      `the agent account was not made: ${shortChainError(result.errorMessage).line}`,
    )
  return address
}

async function ensureKeys(work: Work, agent: Account, needed: number): Promise<number[]> {
  const present = keysOf(agent, work.agentSigner)
  const missing = needed - present.length
  if (missing <= 0) return present.map((key) => key.index)
  work.log(`adding ${missing} keys to the agent account`)
  const author = { address: agent.address, keyIndex: present[0]!.index, signer: work.agentSigner }
  await act(work, author, addKeys({}, { key: work.agentSigner, keyCount: missing }), 'the keys were not added')
  const account = await work.node.findAccount(agent.address)
  return keysOf(account!, work.agentSigner).map((key) => key.index)
}

async function ensureContract(
  work: Work,
  agent: Account,
  author: SigningKey,
  addresses: ContractAddresses,
  name: 'Collectible' | 'SalePermission',
  chainId = '',
) {
  const code = loadCadence(`contracts/${name}.cdc`, addresses)
  const present = await work.node.findContract(agent.address, name)
  if (present === code) return
  work.log(present === undefined ? `deploying ${name} to ${agent.address}` : `updating ${name} at ${agent.address}`)
  const isNewSalePermission = name === 'SalePermission' && present === undefined
  const call = isNewSalePermission ? deploySalePermission({}, { code, chainId }) : deployContract({}, { name, code })
  try {
    await act(work, author, call, `${name} was not deployed`)
  } catch (error) {
    if (present === undefined || !(error instanceof DeployError)) throw error
    throw new DeployError(
      'INCOMPATIBLE_CONTRACT',
      `the network refuses to update ${name} at ${agent.address}, because the new text does not fit what is stored: ${error.message}`,
    )
  }
}

// Each step is checked on the chain first, so the next run finishes one that died in between.
async function ensureSaleAgent(
  work: Work,
  author: SigningKey,
  addresses: ContractAddresses,
  { caps, saleKeyFile }: { caps: AgentCaps; saleKeyFile: string },
) {
  const agent = author.address
  const find = async () => readAgent(await work.node.runScript(getAgent(addresses, { agent })))
  if (!(await find())) {
    work.log(`registering the agent ${agent} for sales`)
    await act(work, author, registerAgent(addresses, { agent, ...caps }), 'the agent was not registered')
  }
  const signer = keyFileSigner(saleKeyFile)
  const { keys } = (await find())!
  const known = keys.find((key) => key.publicKey === signer.publicKey && !key.revoked && key.validUntil === 0)
  if (known) return { saleKeyFile, saleKeyIndex: known.keyIndex }
  const keyIndex = Math.max(-1, ...keys.map((key) => key.keyIndex)) + 1
  work.log(`registering the key that signs orders as number ${keyIndex}`)
  const call = registerAgentKey(addresses, { agent, keyIndex, key: signer, validUntil: 0 })
  await act(work, author, call, 'the key that signs orders was not registered')
  return { saleKeyFile, saleKeyIndex: keyIndex }
}

async function ensureProfile(work: Work, author: SigningKey, addresses: ContractAddresses, profile: CollectionProfile) {
  const state = readDeployState(work.home)
  const profileDigest = createHash('sha256')
    .update(JSON.stringify([addresses.Collectible, profile]))
    .digest('hex')
  if (state.profileDigest === profileDigest) return
  await act(work, author, describeCollection(addresses, profile), 'the profile was not set')
  writeDeployState(work.home, { ...state, profileDigest })
}

// A running server may use the same key at the same moment: a taken sequence number (1007) is tried
// again.
async function act({ node, payer }: Work, author: SigningKey, call: TransactionCall, failure: string) {
  for (let attempt = 1; ; attempt++) {
    const result = await sendAndSeal(node, { call, author, payer })
    if (!result.failed && result.status === 'Sealed') return
    const { code, line } = shortChainError(result.errorMessage)
    if (code !== 1007 || attempt === 3) throw new DeployError('DEPLOY_FAILED', `${failure}: ${line}`)
  }
}

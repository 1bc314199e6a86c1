// What the tests of this folder share: a network to talk to, accounts on it, and transactions
// signed by node:crypto.
import assert from 'node:assert/strict'
import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { envelopeMessage, payloadMessage, transactionId, type Transaction } from './encoding.ts'
import { startFlowNode, type FlowNode } from './start-node.ts'

export type HashAlgorithm = 'SHA2_256' | 'SHA3_256'
export type Curve = 'ECDSA_P256' | 'ECDSA_secp256k1'

/** A key pair of an account, able to sign. */
export type TestKey = {
  privateKey: string
  publicKey: string
  curve: Curve
  hash: HashAlgorithm
  index: number
  sign(message: Buffer): string
}

/** An account on the network with the keys the test holds. */
export type TestAccount = { address: string; key: TestKey }

const curveNames = { ECDSA_P256: 'prime256v1', ECDSA_secp256k1: 'secp256k1' }
const jwkCurves = { ECDSA_P256: 'P-256', ECDSA_secp256k1: 'secp256k1' }
const digests = { SHA2_256: 'sha256', SHA3_256: 'sha3-256' }

/** A key from its private half (hex), or a new one. */
export function makeKey({
  privateKey,
  curve = 'ECDSA_P256',
  hash = 'SHA3_256',
  index = 0,
}: Partial<Omit<TestKey, 'sign' | 'publicKey'>> = {}): TestKey {
  const pair = createECDH(curveNames[curve])
  if (privateKey) pair.setPrivateKey(privateKey, 'hex')
  else pair.generateKeys()
  const secret = pair.getPrivateKey('hex').padStart(64, '0')
  const point = pair.getPublicKey()
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key: KeyObject = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: jwkCurves[curve],
      x: coordinate(1),
      y: coordinate(33),
      d: Buffer.from(secret, 'hex').toString('base64url'),
    },
  })
  return {
    privateKey: secret,
    publicKey: point.subarray(1).toString('hex'),
    curve,
    hash,
    index,
    sign: (message) => sign(digests[hash], message, { key, dsaEncoding: 'ieee-p1363' }).toString('hex'),
  }
}

/** An answer's JSON, whose form the assertions of a test check. */
export type Json = ReturnType<typeof JSON.parse>

export type RestAnswer = { status: number; body: Json }

/** The result of a transaction as the Access API gives it. */
export type Result = {
  status: string
  status_code: number
  error_message: string
  execution: string
  block_id: string
  collection_id: string
  computation_used: string
  events: { type: string; payload: string; event_index: string }[]
}

export type Order = {
  script: string
  args?: { type: string; value: unknown }[]
  limit?: number
  proposer?: TestAccount
  payer?: TestAccount
  authorizers?: TestAccount[]
  reference?: string
  sequenceNumber?: number
  /** A last word on the signed transaction before it is sent. */
  spoil?: (tx: Transaction) => void
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const unhex = (text: string) => Buffer.from(text, 'hex')

const wireSignature = ({ address, keyIndex, signature }: Transaction['payloadSignatures'][number]) => ({
  address,
  key_index: `${keyIndex}`,
  signature: unhex(signature).toString('base64'),
})

/** The body of a submission. */
export const wireTransaction = (tx: Transaction) => ({
  script: base64(tx.script),
  arguments: tx.arguments.map(base64),
  reference_block_id: tx.referenceBlockId,
  gas_limit: `${tx.gasLimit}`,
  payer: tx.payer,
  proposal_key: {
    address: tx.proposalKey.address,
    key_index: `${tx.proposalKey.keyIndex}`,
    sequence_number: `${tx.proposalKey.sequenceNumber}`,
  },
  authorizers: tx.authorizers,
  payload_signatures: tx.payloadSignatures.map(wireSignature),
  envelope_signatures: tx.envelopeSignatures.map(wireSignature),
})

/** Signs for every account involved: the payer over the envelope, the others over the payload. */
export function signTransaction(tx: Transaction, accounts: TestAccount[], payer: TestAccount) {
  const others = new Map(
    accounts.filter(({ address }) => address !== payer.address).map((account) => [account.address, account]),
  )
  for (const { address, key } of others.values()) {
    tx.payloadSignatures.push({ address, keyIndex: key.index, signature: key.sign(unhex(payloadMessage(tx))) })
  }
  tx.envelopeSignatures.push({
    address: payer.address,
    keyIndex: payer.key.index,
    signature: payer.key.sign(unhex(envelopeMessage(tx))),
  })
}

/** The reading half of a network under test. */
function readNetwork(url: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<RestAnswer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }
  const get = (path: string) => call('GET', `/v1${path}`)
  const sealedBlock = async () =>
    (await get('/blocks?height=sealed')).body[0].header as { id: string; height: string; timestamp: string }
  const accountKey = async ({ address, key }: TestAccount) => (await get(`/accounts/${address}/keys/${key.index}`)).body
  const resultOf = async (id: string): Promise<Result> => {
    for (let wait = 2; ; wait = Math.min(wait * 2, 500)) {
      const { status, body } = await get(`/transaction_results/${id}`)
      if (status === 200 && (body.status === 'Sealed' || body.status === 'Expired')) return body as Result
      assert.ok(status === 200 || status === 404, JSON.stringify(body))
      await sleep(wait)
    }
  }
  const script = async (source: string, ...args: { type: string; value: unknown }[]) => {
    const { status, body } = await call('POST', '/v1/scripts?block_height=sealed', {
      script: base64(source),
      arguments: args.map((argument) => base64(JSON.stringify(argument))),
    })
    return status === 200 ? JSON.parse(Buffer.from(body, 'base64').toString()) : { status, ...body }
  }
  return { call, get, sealedBlock, accountKey, resultOf, script }
}

/** A network under test, with the service account that makes the others. */
export function connectNetwork(url: string, service: TestAccount) {
  const reads = readNetwork(url)
  const { call, sealedBlock, accountKey, resultOf } = reads

  const prepare = async (order: Order): Promise<Transaction> => {
    const { proposer = service, payer = service, authorizers = [] } = order
    const tx: Transaction = {
      script: order.script,
      arguments: (order.args ?? []).map((argument) => JSON.stringify(argument)),
      referenceBlockId: order.reference ?? (await sealedBlock()).id,
      gasLimit: order.limit ?? 9999,
      payer: payer.address,
      proposalKey: {
        address: proposer.address,
        keyIndex: proposer.key.index,
        sequenceNumber: order.sequenceNumber ?? Number((await accountKey(proposer)).sequence_number),
      },
      authorizers: authorizers.map(({ address }) => address),
      payloadSignatures: [],
      envelopeSignatures: [],
    }
    signTransaction(tx, [proposer, ...authorizers], payer)
    order.spoil?.(tx)
    return tx
  }
  const submit = (tx: Transaction) => call('POST', '/v1/transactions', wireTransaction(tx))
  const send = async (order: Order): Promise<Result & { id: string }> => {
    const tx = await prepare(order)
    const { status, body } = await submit(tx)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.id, transactionId(tx))
    return { ...(await resultOf(body.id)), id: body.id }
  }
  const succeed = async (order: Order) => {
    const result = await send(order)
    assert.equal(result.error_message, '')
    assert.equal(result.status_code, 0)
    return result
  }
  const createAccount = async (key = makeKey()): Promise<TestAccount> => {
    const result = await succeed({
      script: `transaction(publicKey: String) { prepare(payer: auth(BorrowValue) &Account) {
        Account(payer: payer).keys.add(
          publicKey: PublicKey(publicKey: publicKey.decodeHex(), signatureAlgorithm: SignatureAlgorithm.${key.curve}),
          hashAlgorithm: HashAlgorithm.${key.hash}, weight: 1000.0)
      } }`,
      args: [{ type: 'String', value: key.publicKey }],
      authorizers: [service],
    })
    const event = result.events.find(({ type }) => type === 'flow.AccountCreated')!
    return { address: eventFields(event).address.value.slice(2), key }
  }
  return { url, service, ...reads, prepare, submit, send, succeed, createAccount }
}

export type Network = ReturnType<typeof connectNetwork>

/** The fields of an event, by name, as JSON-CDC. */
export function eventFields(event: { payload: string }): Record<string, Json> {
  const { value } = JSON.parse(Buffer.from(event.payload, 'base64').toString())
  return Object.fromEntries(value.fields.map((field: { name: string; value: unknown }) => [field.name, field.value]))
}

const serviceOf = (privateKey: string, address: string, hash: HashAlgorithm): TestAccount => ({
  address,
  key: makeKey({ privateKey, hash }),
})

/** A temporary folder and how to be rid of it. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kura-flow-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** An embedded network in a folder of its own. */
export async function startTestNetwork(): Promise<{ network: Network; node: FlowNode; close(): Promise<void> }> {
  const { folder, remove } = temporaryFolder()
  const node = await startFlowNode({ dataDir: folder, port: 0 })
  const network = connectNetwork(node.url, serviceOf(node.serviceKey.privateKey, node.serviceKey.address, 'SHA3_256'))
  return {
    network,
    node,
    async close() {
      await node.close()
      remove()
    },
  }
}

/**
 * The network named by KURA_FLOW with the service key KURA_FLOW_KEY, or an embedded one when none
 * is named.
 */
export async function networkUnderTest(
  env: NodeJS.ProcessEnv,
): Promise<{ network: Network; embedded: boolean; close(): Promise<void> }> {
  const {
    KURA_FLOW: url,
    KURA_FLOW_KEY: privateKey,
    KURA_FLOW_ADDRESS: address = 'f8d6e0586b0a20c7',
    KURA_FLOW_HASH: hash = 'SHA3_256',
  } = env
  if (!url) return { ...(await startTestNetwork()), embedded: true }
  if (!privateKey) throw new Error('KURA_FLOW_KEY is missing: the private key of the service account, hex')
  return {
    network: connectNetwork(url, serviceOf(privateKey, address, hash as HashAlgorithm)),
    embedded: false,
    async close() {},
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { bareAddress, envelopeMessage, type Voucher } from './encode.ts'
import { algorithms, keyPairOf, signWith, type KeyPair } from './keys.ts'

export type Payer = { address: string; privateKey: string }
export type ChainKey = { index: number; publicKey: string; sequenceNumber: string; revoked: boolean }
export type Chain = {
  /** The keys of an account, or undefined when the network has no such account. */
  keysOf(address: string): Promise<ChainKey[] | undefined>
  /**
   * Makes one account for each public key, in this order; resolves with their addresses once
   * sealed.
   */
  createAccounts(keys: readonly KeyPair[]): Promise<string[]>
}

const createAccountsCadence = `
transaction(publicKeys: [String], signatureAlgorithms: [UInt8], hashAlgorithms: [UInt8]) {
    prepare(payer: auth(BorrowValue) &Account) {
        for index, publicKey in publicKeys {
            let account = Account(payer: payer)
            account.keys.add(
                publicKey: PublicKey(
                    publicKey: publicKey.decodeHex(),
                    signatureAlgorithm: SignatureAlgorithm(rawValue: signatureAlgorithms[index])!
                ),
                hashAlgorithm: HashAlgorithm(rawValue: hashAlgorithms[index])!,
                weight: 1000.0
            )
        }
    }
}`

const mostTries = 12

/**
 * The network as the wallet sees it. The payer is read at each use: its key file may come later
 * than the wallet.
 */
export function makeChain(accessNode: () => string, payer: () => Promise<Payer>): Chain {
  const ask = makeAsk(accessNode)
  const keysOf = async (address: string) => {
    try {
      const account = (await ask(`/accounts/${bareAddress(address)}?expand=keys`)) as { keys?: RawKey[] }
      return (account.keys ?? []).map(readKey)
    } catch (error) {
      // Addresses of another network are refused as malformed, those of a restarted network are not
      // found.
      if (error instanceof ChainError && (error.status === 404 || error.status === 400)) return undefined
      throw error
    }
  }
  const trySend = async (keys: readonly KeyPair[]) => {
    const voucher = await prepare(keys)
    const { id } = (await ask('/transactions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(voucher),
    })) as { id: string }
    return createdAddresses(await sealed(id))
  }
  const prepare = async (keys: readonly KeyPair[]) => {
    const { address, privateKey } = await payer()
    const pair = keyPairOf('P-256', privateKey)
    const key = (await keysOf(address))?.find((one) => !one.revoked && one.publicKey === pair.publicKey)
    if (!key) throw new Error(`the key of the paying account ${address} is not on this network`)
    const [block] = (await ask('/blocks?height=sealed')) as { header: { id: string } }[]
    return signedTransaction(keys, address, pair, key, block?.header.id ?? '')
  }
  const sealed = async (id: string): Promise<RawResult> => {
    for (;;) {
      const result = (await ask(`/transaction_results/${id}`).catch(notYet)) as RawResult | undefined
      if (result?.status === 'Expired') throw new ChainError(409, 'the transaction expired')
      if (result?.status === 'Sealed') {
        if (result.status_code === 0) return result
        throw new ChainError(409, result.error_message)
      }
      await sleep(100)
    }
  }
  return {
    keysOf,
    async createAccounts(keys) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await trySend(keys)
        } catch (error) {
          // Others send with the same key; the second sender reads the sequence number again.
          const isStale = error instanceof ChainError && /Error Code: 1007|sequence number|expired/i.test(error.message)
          if (!isStale || attempt === mostTries) throw error
          await sleep(100 + Math.random() * 200 * attempt)
        }
      }
    },
  }
}

function makeAsk(accessNode: () => string) {
  return async (path: string, init?: RequestInit): Promise<unknown> => {
    if (accessNode() === '') throw new Error('this sandbox was started without a Flow network')
    const answer = await fetch(`${accessNode()}/v1${path}`, { ...init, signal: AbortSignal.timeout(30_000) })
    const body = (await answer.json()) as unknown
    if (answer.ok) return body
    throw new ChainError(answer.status, (body as { message?: string }).message ?? `HTTP ${answer.status}`)
  }
}

class ChainError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function notYet(error: unknown) {
  if (error instanceof ChainError && error.status === 404) return undefined
  throw error
}

type RawKey = { index: string; public_key: string; sequence_number: string; revoked: boolean }
type RawResult = {
  status: string
  status_code: number
  error_message: string
  events: { type: string; payload: string }[]
}

const readKey = (key: RawKey): ChainKey => ({
  index: Number(key.index),
  publicKey: key.public_key.replace(/^0x/, '').toLowerCase(),
  sequenceNumber: key.sequence_number,
  revoked: key.revoked,
})

function signedTransaction(keys: readonly KeyPair[], address: string, pair: KeyPair, key: ChainKey, block: string) {
  const bytes = (codes: number[]) => codes.map((code) => ({ type: 'UInt8', value: String(code) }))
  const voucher: Voucher = {
    cadence: createAccountsCadence,
    refBlock: block,
    computeLimit: 9999,
    arguments: [
      { type: 'Array', value: keys.map(({ publicKey }) => ({ type: 'String', value: publicKey })) },
      { type: 'Array', value: bytes(keys.map(({ curve }) => algorithms[curve].signatureCode)) },
      { type: 'Array', value: bytes(keys.map(({ curve }) => algorithms[curve].hashCode)) },
    ],
    proposalKey: { address, keyId: key.index, sequenceNum: key.sequenceNumber },
    payer: address,
    authorizers: [address],
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const signature = signWith(pair, envelopeMessage(voucher)).toString('base64')
  return {
    script: base64(voucher.cadence),
    arguments: voucher.arguments.map((argument) => base64(JSON.stringify(argument))),
    reference_block_id: block,
    gas_limit: String(voucher.computeLimit),
    payer: bareAddress(address),
    proposal_key: {
      address: bareAddress(address),
      key_index: String(key.index),
      sequence_number: key.sequenceNumber,
    },
    authorizers: [bareAddress(address)],
    payload_signatures: [],
    envelope_signatures: [{ address: bareAddress(address), key_index: String(key.index), signature }],
  }
}

function createdAddresses({ events }: RawResult): string[] {
  type Created = { value: { fields: { name: string; value: { value: string } }[] } }
  return events
    .filter(({ type }) => type === 'flow.AccountCreated')
    .map(({ payload }) => JSON.parse(Buffer.from(payload, 'base64').toString()) as Created)
    .map(({ value }) => value.fields.find(({ name }) => name === 'address')?.value.value ?? '')
    .map((address) => `0x${bareAddress(address)}`)
}

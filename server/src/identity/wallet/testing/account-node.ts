import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { privateKeySigner } from '@kura/cadence/sign'
import type { HashAlgorithm, SignatureAlgorithm, Signer } from '@kura/cadence/sign'

export type NodeKey = { signer: Signer; weight: number; revoked: boolean }
export type AccountNode = {
  url: string
  /** Accounts by address without prefix. */
  accounts: Map<string, NodeKey[]>
  collections: Set<string>
  /** Responds 503 to everything. */
  isDown: boolean
  close: () => Promise<void>
}

/** A key of an account for tests: of a curve and a hash, with a weight. */
export const nodeKey = (
  secret: string,
  more: {
    signatureAlgorithm?: SignatureAlgorithm
    hashAlgorithm?: HashAlgorithm
    weight?: number
    revoked?: boolean
  } = {},
): NodeKey => {
  const { weight = 1000, revoked = false, ...algorithms } = more
  return { signer: privateKeySigner(secret.padEnd(64, '7'), algorithms), weight, revoked }
}

/** The two calls of an access node that linking needs, at the wire, with accounts the test makes up. */
export async function startAccountNode(): Promise<AccountNode> {
  const node = { accounts: new Map<string, NodeKey[]>(), collections: new Set<string>(), isDown: false }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { status, body } = node.isDown
        ? { status: 503, body: { code: 503, message: 'down' } }
        : answer(node, request.url ?? '', Buffer.concat(chunks).toString())
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return Object.assign(node, { url, close })
}

function answer(node: Pick<AccountNode, 'accounts' | 'collections'>, url: string, sent: string) {
  if (url.startsWith('/v1/scripts')) {
    const [argument = ''] = (JSON.parse(sent) as { arguments: string[] }).arguments
    const { value } = JSON.parse(Buffer.from(argument, 'base64').toString()) as { value: string }
    const found = { type: 'Bool', value: node.collections.has(value.slice(2)) }
    return { status: 200, body: Buffer.from(JSON.stringify(found)).toString('base64') }
  }
  const address = /^\/v1\/accounts\/([0-9a-f]{16})\?/.exec(url)?.[1] ?? ''
  const keys = node.accounts.get(address)
  if (!keys) return { status: 404, body: { code: 404, message: 'Flow resource not found: account' } }
  return { status: 200, body: { address, balance: '0', contracts: {}, keys: keys.map(present) } }
}

const present = ({ signer, weight, revoked }: NodeKey, index: number) => ({
  index: String(index),
  public_key: `0x${signer.publicKey}`,
  signing_algorithm: signer.signatureAlgorithm,
  hashing_algorithm: signer.hashAlgorithm,
  sequence_number: '0',
  weight: String(weight),
  revoked,
})

import type { SeededMember } from '../../../testing/seed-member.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { proofMessage } from '../account-proof.ts'
import { nodeKey } from './account-node.ts'
import type { AccountNode, NodeKey } from './account-node.ts'

export type Wallet = { address: string; key: NodeKey }
type Proof = { nonce: string; keyId: number; signature: string }

/**
 * Addresses of the local network: typing errors and other networks are refused, so tests cannot
 * make them up.
 */
const addresses = [
  '0xf8d6e0586b0a20c7',
  '0x01cf0e2f2f715450',
  '0x179b6b1cb6755e31',
  '0xf3fcd2c1a78f5eee',
  '0xe03daebed8ca0615',
  '0x045a1763c93006ca',
  '0x120e725050340cab',
]

/** Wallets of a test and what their owners do with them. */
export function walletHand({ call, bot }: Pick<TestWorld, 'call' | 'bot'>, node: AccountNode) {
  const wallets = addresses.map((address, at) => ({ address, key: nodeKey(String(at + 1)) }))
  for (const { address, key } of wallets) node.accounts.set(address.slice(2), [key])
  const nonce = async (member?: Pick<SeededMember, 'session'>): Promise<string> => {
    const answer = await call('flowPrepare', {}, { session: member?.session, bot: await bot('flow_prepare') })
    if (!answer.ok) throw new Error(answer.body.errorCode)
    return answer.data.nonce
  }
  const sign = async (wallet: Wallet, over: string, appIdentifier = 'http://localhost:3000'): Promise<string> => {
    const message = proofMessage({ appIdentifier, address: wallet.address, nonce: over })
    return Buffer.from(await wallet.key.signer.sign(message)).toString('hex')
  }
  /** A proof over a fresh nonce, fetched by the member or without a session. */
  const prove = async (wallet: Wallet, member?: Pick<SeededMember, 'session'>, app?: string): Promise<Proof> => {
    const over = await nonce(member)
    return { nonce: over, keyId: 0, signature: await sign(wallet, over, app) }
  }
  return { wallets, nonce, sign, prove }
}

import { createAccount } from '@kura/cadence/account'
import { contractAddresses } from '@kura/cadence/addresses'
import { createCollection } from '@kura/cadence/collection'
import { decodeEvent } from '@kura/cadence/json-cdc'
import { sendAndSeal } from '@kura/cadence/send'
import { generatePrivateKey, privateKeySigner } from '@kura/cadence/sign'
import type { Arena } from './arena.ts'

/** A new account on the arena's network that can receive tokens; answers its address. */
export async function newVault({ deps, outside }: Pick<Arena, 'deps' | 'outside'>): Promise<string> {
  const { accessNode, chain } = deps
  const signer = privateKeySigner(generatePrivateKey())
  const address = `0x${outside.payer.address.replace(/^0x/, '')}`
  const payer = { address, keyIndex: 0, signer: privateKeySigner(outside.payer.privateKey) }
  const made = await sendAndSeal(accessNode, { call: createAccount({}, { key: signer, keyCount: 1 }), author: payer })
  const created = made.events.find(({ type }) => type === 'flow.AccountCreated')
  if (!created) throw new Error(`no account was made: ${made.errorMessage}`)
  const vault = String(decodeEvent(created.payload)['address'])
  const call = createCollection(contractAddresses(chain.network, { Collectible: chain.contractAddress }), {})
  const result = await sendAndSeal(accessNode, { call, author: { address: vault, keyIndex: 0, signer }, payer })
  if (result.failed) throw new Error(result.errorMessage)
  return vault
}

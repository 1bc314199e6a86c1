import { createAccount } from '@kura/cadence/account'
import { contractAddresses } from '@kura/cadence/addresses'
import { createCollection } from '@kura/cadence/collection'
import type { TransactionCall } from '@kura/cadence/door'
import { decodeEvent } from '@kura/cadence/json-cdc'
import { sendAndSeal } from '@kura/cadence/send'
import { generatePrivateKey, privateKeySigner } from '@kura/cadence/sign'
import type { Deps } from '@kura/server/deps'
import type { Outside } from './outside.ts'

/** A wallet on the embedded network with a vault of ours, paid for by the network's payer. */
export type Wallet = { address: string; act: (call: TransactionCall) => Promise<unknown> }

/** Creates an account on the embedded network that can receive tokens; returns its address. */
export const newVault = async (deps: Deps, outside: Outside): Promise<string> =>
  (await newWallet(deps, outside)).address

/** Creates an account that can receive tokens and signs whatever it is given. */
export async function newWallet({ accessNode, chain }: Deps, { payer }: Outside): Promise<Wallet> {
  const signer = privateKeySigner(generatePrivateKey())
  const payerKey = {
    address: `0x${payer.address.replace(/^0x/, '')}`,
    keyIndex: 0,
    signer: privateKeySigner(payer.privateKey),
  }
  const made = await sendAndSeal(accessNode, {
    call: createAccount({}, { key: signer, keyCount: 1 }),
    author: payerKey,
  })
  const created = made.events.find(({ type }) => type === 'flow.AccountCreated')
  if (!created) throw new Error(`no account was made: ${made.errorMessage}`)
  const address = String(decodeEvent(created.payload)['address'])
  const act = async (call: TransactionCall) => {
    const result = await sendAndSeal(accessNode, { call, author: { address, keyIndex: 0, signer }, payer: payerKey })
    if (result.failed) throw new Error(result.errorMessage)
    return result
  }
  await act(createCollection(contractAddresses(chain.network, { Collectible: chain.contractAddress }), {}))
  return { address, act }
}

import { createAccount } from '@kura/cadence/account'
import { createCollection } from '@kura/cadence/collection'
import { decodeEvent } from '@kura/cadence/json-cdc'
import { sendAndSeal } from '@kura/cadence/send'
import type { SigningKey } from '@kura/cadence/send'
import { generatePrivateKey, privateKeySigner } from '@kura/cadence/sign'
import { addressesOf } from '@kura/server/platform/flow/chain-config'
import type { Arena } from './arena.ts'
import { payerOf, runInWallet } from './wallet.ts'

type Place = Pick<Arena, 'deps' | 'outside'>

let making: Promise<unknown> = Promise.resolve()

/** A new account on the arena's network that can receive tokens, with the key of its wallet. */
export async function openVault(arena: Place): Promise<SigningKey> {
  const account = makeAccount(arena)
  // one after the other: each takes the next sequence number of the account that pays
  making = account.catch(() => undefined)
  const wallet = await account
  const result = await runInWallet(arena, wallet, createCollection(addressesOf(arena.deps.chain), {}))
  if (result.failed) throw new Error(result.errorMessage)
  return wallet
}

/** The same for an owner who never signs anything; returns its address. */
export const newVault = async (arena: Place): Promise<string> => (await openVault(arena)).address

async function makeAccount(arena: Place): Promise<SigningKey> {
  await making
  const signer = privateKeySigner(generatePrivateKey())
  const call = createAccount({}, { key: signer, keyCount: 1 })
  const made = await sendAndSeal(arena.deps.accessNode, { call, author: payerOf(arena) })
  const created = made.events.find(({ type }) => type === 'flow.AccountCreated')
  if (!created) throw new Error(`no account was made: ${made.errorMessage}`)
  return { address: String(decodeEvent(created.payload)['address']), keyIndex: 0, signer }
}

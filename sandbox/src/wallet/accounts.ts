import { readFile } from 'node:fs/promises'
import { writeSafely } from '../shared/journal.ts'
import type { Chain } from './chain.ts'
import { bareAddress } from './encode.ts'
import { makeKeyPair, type Curve, type KeyPair } from './keys.ts'

export type WalletAccount = {
  /** Short name for switches and tests. */
  name: string
  label: string
  email: string
  address: string
  keyId: number
  key: KeyPair
}
export type Accounts = {
  /** The accounts that exist on the network now; the first five are made on demand. */
  list(): Promise<WalletAccount[]>
  /** The account of this address or name. */
  find(addressOrName: string): Promise<WalletAccount | undefined>
  create(label: string, curve: Curve): Promise<WalletAccount>
}

type Wish = { name: string; label: string; curve: Curve }
const firstAccounts: readonly Wish[] = [
  { name: 'hanako', label: 'はなこ', curve: 'P-256' },
  { name: 'taro', label: 'たろう', curve: 'P-256' },
  { name: 'yuki', label: 'ゆき', curve: 'P-256' },
  { name: 'ken', label: 'けん', curve: 'P-256' },
  { name: 'midori', label: 'みどり（secp256k1）', curve: 'secp256k1' },
]

/** Opens the wallet's keys, kept in one file that only its owner may read. */
export async function openAccounts(path: string, chain: Chain): Promise<Accounts> {
  let accounts = await readAccounts(path)
  // One change at a time: two pages opened together must not both make the first accounts.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }
  const keep = async (next: WalletAccount[]) => {
    await writeSafely(path, `${JSON.stringify(next, null, 2)}\n`)
    accounts = next
  }
  const make = async (wishes: readonly Wish[]) => {
    if (wishes.length === 0) return []
    const keys = wishes.map(({ curve }) => makeKeyPair(curve))
    const addresses = await chain.createAccounts(keys)
    return wishes.map(({ name, label }, index): WalletAccount => {
      const key = keys[index]
      const address = addresses[index]
      if (!key || !address) throw new Error('the network made fewer accounts than asked for')
      return { name, label, email: `${name}@wallet.example`, address, keyId: 0, key }
    })
  }
  // A restarted network has none of the old accounts, or others at their addresses.
  const livesOn = async ({ address, keyId, key }: WalletAccount) =>
    (await chain.keysOf(address))?.some((one) => one.index === keyId && one.publicKey === key.publicKey) ?? false

  const ensure = async () => {
    const alive = await Promise.all(accounts.map(livesOn))
    const kept = accounts.filter((_, index) => alive[index])
    const missing = firstAccounts.filter(({ name }) => !kept.some((account) => account.name === name))
    if (kept.length < accounts.length || missing.length > 0) await keep([...kept, ...(await make(missing))])
    return accounts
  }
  const list = () => inTurn(ensure)
  return {
    list,
    async find(nameOrAddress) {
      const all = await list()
      const address = `0x${bareAddress(nameOrAddress)}`
      return all.find((account) => account.name === nameOrAddress) ?? all.find((account) => account.address === address)
    },
    create: (label, curve) =>
      inTurn(async () => {
        await ensure()
        const name = `account-${accounts.length + 1}`
        const made = await make([{ name, label: label || name, curve }])
        await keep([...accounts, ...made])
        const [account] = made
        if (!account) throw new Error('the network made no account')
        return account
      }),
  }
}

async function readAccounts(path: string): Promise<WalletAccount[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw error
  })
  return JSON.parse(text) as WalletAccount[]
}

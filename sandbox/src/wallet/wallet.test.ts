import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { openAccounts } from './accounts.ts'
import { answerQuestion, type Question } from './answers.ts'
import { behaviours, declineReasons } from './behaviours.ts'
import type { Chain } from './chain.ts'
import { accountProofMessage, envelopeMessage, payloadMessage, type Voucher } from './encode.ts'
import { algorithms, type Curve, type KeyPair } from './keys.ts'
import type { Service } from './services.ts'
import { tempFolder } from '../testing/test-sandbox.ts'

/** A network that knows accounts and their keys and nothing else. */
function paperChain() {
  const made = new Map<string, KeyPair>()
  const calls: number[] = []
  const chain: Chain = {
    async keysOf(address) {
      const key = made.get(address)
      return key && [{ index: 0, publicKey: key.publicKey, sequenceNumber: '0', revoked: false }]
    },
    async createAccounts(keys) {
      calls.push(keys.length)
      return keys.map((key) => {
        const address = `0x${(made.size + 0x10).toString(16).padStart(16, '0')}`
        made.set(address, key)
        return address
      })
    },
  }
  return { chain, made, calls }
}

const isSignedBy = (key: KeyPair, message: Buffer, signature: string) => {
  const part = (from: number) => Buffer.from(key.publicKey.slice(from, from + 64), 'hex').toString('base64url')
  const jwk = { kty: 'EC', crv: key.curve satisfies Curve, x: part(0), y: part(64) }
  const publicKey = createPublicKey({ format: 'jwk', key: jwk })
  const digest = algorithms[key.curve].digest
  return verify(digest, message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'hex'))
}

const nonce = 'ab'.repeat(32)

async function wallet(folder: string) {
  const paper = paperChain()
  const accounts = await openAccounts(`${folder}/wallet.json`, paper.chain)
  const ask = async (more: Partial<Question>) => {
    const body = { appIdentifier: 'Kura', nonce }
    const question: Question = { service: 'authn', method: 'IFRAME/RPC', behaviour: 'approve', account: 'hanako', body }
    const answer = await answerQuestion({ base: () => 'http://w.test', accounts }, { ...question, ...more })
    return { ...answer, services: ((answer.data as { services?: Service[] } | null)?.services ?? []) as Service[] }
  }
  return { ...paper, accounts, ask }
}

const voucherOf = (payer: string, authorizer: string): Voucher => ({
  cadence: 'transaction {}',
  refBlock: 'c1'.repeat(32),
  computeLimit: 100,
  arguments: [{ type: 'String', value: '保管庫' }],
  proposalKey: { address: authorizer, keyId: 0, sequenceNum: 0 },
  payer,
  authorizers: [authorizer],
})

test('the first five accounts are made once, also when two pages ask together, and again on a new network', async (t) => {
  const folder = await tempFolder(t)
  const { accounts, calls, made, chain } = await wallet(folder)
  const [first, second] = await Promise.all([accounts.list(), accounts.list()])
  assert.deepEqual(calls, [5])
  assert.deepEqual(first, second)
  assert.equal(new Set(first.map(({ address }) => address)).size, 5)
  assert.equal(first.filter(({ key }) => key.curve === 'secp256k1').length, 1)
  const reopened = await openAccounts(`${folder}/wallet.json`, chain)
  assert.deepEqual(await reopened.list(), first)
  assert.equal((await stat(`${folder}/wallet.json`)).mode & 0o777, 0o600)
  const added = await accounts.create('四つ葉', 'P-256')
  made.delete(added.address)
  assert.equal(await accounts.find(added.address), undefined)
  made.clear()
  assert.equal((await accounts.list()).length, 5)
  assert.deepEqual(calls, [5, 1, 5])
})

test('a proof is signed by the key of the account it names, with either curve', async (t) => {
  const { ask, accounts } = await wallet(await tempFolder(t))
  for (const name of ['hanako', 'midori']) {
    const { services } = await ask({ account: name })
    const account = await accounts.find(name)
    const proof = services.find(({ type }) => type === 'account-proof')?.data as {
      address: string
      signatures: { signature: string }[]
    }
    assert.ok(account)
    assert.equal(proof.address, account.address)
    const message = accountProofMessage('Kura', account.address, nonce)
    assert.ok(isSignedBy(account.key, message, proof.signatures[0]?.signature ?? ''))
    assert.ok(
      !isSignedBy(
        account.key,
        accountProofMessage('Other', account.address, nonce),
        proof.signatures[0]?.signature ?? '',
      ),
    )
  }
})

test('each button of the sign-in page does what it says', async (t) => {
  const { ask, accounts } = await wallet(await tempFolder(t))
  const account = await accounts.find('hanako')
  const types = async (more: Partial<Question>) => (await ask(more)).services.map(({ type }) => type)
  assert.ok((await types({})).includes('account-proof'))
  assert.ok(!(await types({ behaviour: 'no-account-proof' })).includes('account-proof'))
  assert.ok(!(await types({ behaviour: 'no-authn' })).includes('authn'))
  assert.ok(!(await types({ method: 'POP/RPC' })).includes('authn-refresh'))
  for (const behaviour of behaviours) {
    const answer = await ask({ behaviour })
    assert.equal(answer.reason, declineReasons[behaviour] ?? null, behaviour)
  }
  const proofOf = async (behaviour: Question['behaviour']) => {
    const { data, services } = await ask({ behaviour })
    const proof = services.find(({ type }) => type === 'account-proof')?.data as {
      address: string
      signatures: { signature: string }[]
    }
    return { addr: (data as { addr: string }).addr, ...proof }
  }
  const other = await proofOf('other-address')
  assert.equal(other.addr, account?.address)
  assert.notEqual(other.address, account?.address)
  const forged = await proofOf('forged-signature')
  assert.equal(forged.address, account?.address)
  assert.ok(
    account &&
      !isSignedBy(
        account.key,
        accountProofMessage('Kura', account.address, nonce),
        forged.signatures[0]?.signature ?? '',
      ),
  )
})

test('the e-mail address is sent only to an app that asks for it, and a short nonce is refused', async (t) => {
  const { ask } = await wallet(await tempFolder(t))
  const config = { services: { 'OpenID.scopes': 'email profile' } }
  const emailOf = (services: Service[]) => services.find(({ type }) => type === 'open-id')?.data
  assert.equal(emailOf((await ask({})).services), undefined)
  const asked = emailOf((await ask({ config })).services) as { email: unknown }
  assert.deepEqual(asked.email, { email: 'hanako@wallet.example', email_verified: true })
  assert.equal((await ask({ body: { appIdentifier: 'Kura', nonce: 'abcd' } })).status, 'DECLINED')
})

test('a payer signs the envelope, an authorizer the payload, and neither a message that is not the transaction', async (t) => {
  const { ask, accounts } = await wallet(await tempFolder(t))
  const [hanako, taro] = await accounts.list()
  assert.ok(hanako && taro)
  const sign = async (voucher: Voucher, message: Buffer) => {
    const body = { voucher, message: message.toString('hex'), addr: hanako.address.slice(2), keyId: 0 }
    const { status, data } = await ask({ service: 'authz', body })
    return status === 'APPROVED' ? (data as { signature: string }).signature : status
  }
  const own = voucherOf(hanako.address, hanako.address)
  assert.ok(isSignedBy(hanako.key, envelopeMessage(own), await sign(own, envelopeMessage(own))))
  const paid = voucherOf(taro.address, hanako.address)
  assert.ok(isSignedBy(hanako.key, payloadMessage(paid), await sign(paid, payloadMessage(paid))))
  assert.equal(await sign(paid, envelopeMessage(paid)), 'DECLINED')
  assert.equal(await sign({ ...own, computeLimit: 101 }, envelopeMessage(own)), 'DECLINED')
})

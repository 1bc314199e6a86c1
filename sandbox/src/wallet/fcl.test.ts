import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSandbox, type Sandbox } from '../start-sandbox.ts'
import { loadFcl, type Fcl } from '../testing/fcl.ts'
import { sendJson } from '../testing/test-sandbox.ts'
import type { Service } from './services.ts'

const appUrl = 'http://kura.test'
const nonce = 'cd'.repeat(32)
const cryptoContract = '0xf8d6e0586b0a20c7'
let sandbox: Sandbox
let fcl: Fcl
let folder = ''
let service: Service | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kura-fcl-'))
  sandbox = await startSandbox({
    dataDir: folder,
    port: 0,
    flowPort: 0,
    smtpPort: 0,
    appUrl: 'http://localhost',
    log: () => {},
  })
  // FCL reads the page's address and tells the page its news; in node there is no page.
  Object.assign(globalThis, { window: Object.assign(new EventTarget(), { location: new URL(appUrl) }) })
  fcl = await loadFcl()
  const memory = new Map<string, unknown>()
  const { accessNode, pages } = sandbox.addresses
  fcl.config({
    'accessNode.api': accessNode,
    'flow.network': 'local',
    'discovery.wallet': `${pages}/discovery`,
    'fcl.accountProof.resolver': async () => ({ appIdentifier: 'Kura', nonce }),
    'service.OpenID.scopes': 'email',
    'fcl.storage': {
      can: true,
      get: async (key: string) => memory.get(key),
      put: async (key: string, value: unknown) => memory.set(key, value),
      removeItem: async (key: string) => memory.delete(key),
    },
    'logger.level': 0,
  })
  const offered = (await sendJson('POST', `${pages}/discovery/api`, { supportedStrategies: ['HTTP/POST'] })).body
  service = (offered as Service[])[0]
})

after(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const put = (body: object) => sendJson('PUT', `${sandbox.addresses.pages}/sandbox/wallet`, body)
const signIn = async () => {
  fcl.unauthenticate()
  return fcl.authenticate({ service })
}

/**
 * What went wrong in a transaction once it is sealed; FCL's own waiting would keep the process up
 * for 12 seconds.
 */
async function errorOf(id: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${sandbox.addresses.accessNode}/v1/transaction_results/${id}`)
    const result = (await answer.json()) as { status?: string; error_message: string }
    if (result.status === 'Sealed') return result.error_message
    await sleep(50)
  }
}

test('FCL signs in, and the network itself confirms the proof', async () => {
  await put({ auto: true, account: 'taro', behaviour: 'approve' })
  const user = await signIn()
  assert.equal(user.loggedIn, true)
  const proof = user.services.find(({ type }) => type === 'account-proof')?.data
  assert.equal(proof?.address, user.addr)
  assert.ok(user.services.some(({ type }) => type === 'open-id'))
  const options = { fclCryptoContract: cryptoContract }
  assert.equal(await fcl.AppUtils.verifyAccountProof('Kura', proof, options), true)
  assert.equal(await fcl.AppUtils.verifyAccountProof('Other', proof, options), false)
})

test('FCL sends a transaction that the wallet signed, and a message signed for it is confirmed', async () => {
  await put({ auto: true, account: 'midori', behaviour: 'approve' })
  const user = await signIn()
  const id = await fcl.mutate({
    cadence:
      'transaction(words: [String]) { prepare(signer: auth(Storage) &Account) { signer.storage.save(words, to: /storage/words) } }',
    args: (arg, t) => [arg(['保管庫', 'kura'], t.Array(t.String))],
    limit: 500,
  })
  assert.equal(await errorOf(id), '')
  const message = Buffer.from('はい').toString('hex')
  const signatures = await fcl.currentUser.signUserMessage(message)
  assert.equal(signatures[0]?.addr, user.addr)
  assert.equal(
    await fcl.AppUtils.verifyUserSignatures(message, signatures, { fclCryptoContract: cryptoContract }),
    true,
  )
})

test('a refusal on the wallet reaches the app in the words of the button', async (t) => {
  // FCL prints each refusal besides throwing it.
  t.mock.method(console, 'error', () => {})
  await put({ auto: true, account: 'taro', behaviour: 'approve', signing: 'wrong-device' })
  await signIn()
  const send = () => fcl.mutate({ cadence: 'transaction { prepare(signer: &Account) {} }' })
  await assert.rejects(send(), /Declined: Incorrect device information/)
  await put({ signing: 'rejected' })
  await assert.rejects(send(), /Declined: User rejected signature/)
  await put({ signing: 'forged-signature' })
  assert.match(await send().then(errorOf, String), /signature/)
  await put({ signing: null, behaviour: 'no-authn' })
  assert.notEqual((await signIn()).loggedIn, true)
})

test('over HTTP the app polls until a person has decided on the page, and the first decision counts', async () => {
  const { pages } = sandbox.addresses
  await put({ auto: false })
  const asked = await sendJson('POST', `${pages}/wallet/back/authn`, { appIdentifier: 'Kura', nonce, config: {} })
  const first = asked.body as {
    status: string
    updates: { params: { pollingId: string } }
    local: { endpoint: string }
  }
  assert.deepEqual([asked.status, first.status, first.local.endpoint], [201, 'PENDING', `${pages}/wallet/authn`])
  const { pollingId } = first.updates.params
  const poll = async () =>
    (await (await fetch(`${pages}/wallet/back/poll?pollingId=${pollingId}`)).json()) as {
      status: string
      data: { addr: string }
    }
  assert.equal((await poll()).status, 'PENDING')
  const question = (await (await fetch(`${pages}/wallet/api/pending/${pollingId}`)).json()) as { body: object }
  const decide = (behaviour: string) =>
    sendJson('POST', `${pages}/wallet/api/answer`, {
      service: 'authn',
      method: 'HTTP/POST',
      behaviour,
      account: 'ken',
      body: question.body,
      pollingId,
    })
  await decide('approve')
  await decide('decline')
  const answer = await poll()
  assert.equal(answer.status, 'APPROVED')
  assert.match(answer.data.addr, /^0x[0-9a-f]{16}$/)
})

// A5: lists of passwords from many addresses neither lock the owner out nor starve the server. KURA_ATTACK_TRIES sets the size;
// the full one is 10000: `npm run attack -- --tries 10000`.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { limits, rates } from '@kura/contract/limits'
import { seedMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'

const tries = Number(process.env['KURA_ATTACK_TRIES'] ?? 240)
/** Where the closing line of figures goes; `npm run attack` prints it. */
const figuresFile = process.env['KURA_ATTACK_FIGURES']
const atOnce = 96
/** The owner's way in takes two tries of the bucket: the invisible check, then the visible one. */
const ownerPauseMs = (2 * 60_000) / rates.signInPerAccountAndSource.perMinute + 500
const world = await testWorld({ after })
const { deps, http, bot } = world
await http.listen({ host: '127.0.0.1', port: 0 })
const { port } = http.server.address() as AddressInfo

type Answer = { status: number; code: string; ms: number }
type Wanted = { method?: string; path: string; from: string; headers?: Record<string, string>; payload?: object }

/** One request over a real socket from an address of 127.0.0.0/8; elsewhere than on Linux those cannot be bound, so told. */
async function send({ method = 'POST', path, from, headers = {}, payload }: Wanted): Promise<Answer> {
  const since = performance.now()
  const answered = (status: number, text: string): Answer => ({
    status,
    code: text.startsWith('{') ? ((JSON.parse(text) as { errorCode?: string }).errorCode ?? '') : '',
    ms: performance.now() - since,
  })
  if (process.platform !== 'linux') {
    const answer = await http.inject({
      method: method as 'POST',
      url: path,
      remoteAddress: from,
      headers,
      ...(payload ? { payload } : {}),
    })
    return answered(answer.statusCode, answer.body)
  }
  return new Promise((resolve, reject) => {
    const sent = { host: '127.0.0.1', port, path, method, localAddress: from, agent: false }
    const outgoing = request({ ...sent, headers: { ...headers, 'content-type': 'application/json' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve(answered(answer.statusCode ?? 0, Buffer.concat(chunks).toString())))
    })
    outgoing.on('error', reject)
    outgoing.end(payload ? JSON.stringify(payload) : undefined)
  })
}

async function signIn(email: string, password: string, from: string, version: 'v2' | 'v3' = 'v3'): Promise<Answer> {
  const { token } = await bot('email_sign_in', version)
  const headers = { [`x-recaptcha-token-${version}`]: token }
  return send({ path: '/auth/email_sign_in', from, headers, payload: { email, password } })
}

/** As the web does it: the invisible check first, the visible one when that is asked for. */
async function signInAsOwner(email: string, password: string, from: string): Promise<Answer[]> {
  const first = await signIn(email, password, from)
  return first.code === 'BOT_DENY' ? [first, await signIn(email, password, from, 'v2')] : [first]
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test(`A5: ${tries} tries from 200 addresses: the owner gets in all the while, and the site goes on`, async (t) => {
  const password = 'correct horse battery staple'
  const owner = await seedMember(deps, { password })
  const codes = new Map<string, number>()
  let sent = 0
  const attack = async () => {
    while (sent < tries) {
      const at = sent
      sent += 1
      // half of them guess at the owner, half try a list of leaked pairs
      const email = at % 2 === 0 ? owner.email : `leaked${at}@example.jp`
      const answer = await signIn(email, `leaked password ${at}`, `127.77.${(at >> 1) % 200}.7`)
      codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1)
    }
  }
  const flood = Promise.all(Array.from({ length: atOnce }, attack))
  const entries: Answer[][] = []
  const reads: number[] = []
  let next = 0
  while (sent < tries || entries.length === 0) {
    if (performance.now() >= next) {
      entries.push(await signInAsOwner(owner.email, password, '127.200.0.1'))
      // four times at once, then as often as a bucket of their own refills: nobody signs in more often
      next = entries.length < 4 ? 0 : performance.now() + ownerPauseMs
    }
    const read = await send({ method: 'GET', path: '/api/packs', from: '127.200.0.1' })
    assert.equal(read.status, 200)
    reads.push(read.ms)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await flood
  for (const answers of entries) assert.equal(answers.at(-1)?.status, 200, JSON.stringify(answers))
  assert.equal(
    [...codes.values()].reduce((sum, count) => sum + count, 0),
    tries,
    'every try was answered',
  )
  assert.ok(!codes.has(''), 'no guess was right')
  const peak = (await deps.metrics.hashesPeak.get()).values[0]?.value ?? 0
  assert.ok(peak >= 1 && peak <= limits.hashesAtOnce, `${peak} hashes at once`)
  assert.equal((await deps.metrics.hashesInFlight.get()).values[0]?.value, 0)
  assert.deepEqual((await deps.metrics.undeclaredErrors.get()).values, [])
  const told = [...codes].map(([code, count]) => `${count} ${code}`).join(', ')
  const ownMs = entries.map((answers) => answers.reduce((sum, { ms }) => sum + ms, 0))
  const figures = [
    `${tries} tries from 200 addresses: ${told}`,
    `most hashes at once ${peak} of ${limits.hashesAtOnce}`,
    `owner in all ${entries.length} times, median ${middle(ownMs).toFixed(0)} ms`,
    `list of packs ${reads.length} times, median ${middle(reads).toFixed(0)} ms`,
  ].join('; ')
  t.diagnostic(figures)
  if (figuresFile !== undefined) await writeFile(figuresFile, `${figures}\n`)
})

test('A5: where the line of passwords is full, the invisible check is not enough, and the visible one has its own line', async () => {
  const slow: (() => void)[] = []
  const hold = () => new Promise<void>((resolve) => slow.push(resolve))
  const { hashLines } = await import('../../member/hash-lines.ts')
  const inTurn = hashLines({ most: 1, mostWaiting: 2 }, () => {})
  const order: string[] = []
  const start = (line: 'usual' | 'visible', name: string) =>
    inTurn(line, async () => {
      order.push(name)
      await hold()
    }).catch((error: { code: string }) => error.code)
  const all = [start('usual', 'a'), start('usual', 'b'), start('usual', 'c')]
  assert.equal(await start('usual', 'd'), 'BOT_DENY')
  all.push(start('visible', 'e'), start('visible', 'f'))
  assert.equal(await start('visible', 'g'), 'TOO_MANY_REQUESTS')
  for (let turn = 0; turn < 5; turn += 1) {
    slow.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
  assert.deepEqual(order, ['a', 'b', 'e', 'c', 'f'])
})

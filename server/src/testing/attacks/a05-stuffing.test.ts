// A5: lists of passwords from many addresses neither lock the owner out nor starve the server.
// KURA_ATTACK_TRIES sets the size; the full one is 10000: `npm run attack -- --tries 10000`. How
// long others wait is counted in hashes of the flood, not in time.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '@kura/contract/limits'
import { rates } from '@kura/contract/rates'
import { seedMember } from '../seed-member.ts'
import type { SeededMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'

const tries = Number(process.env['KURA_ATTACK_TRIES'] ?? 480)
/** Where the closing line of figures goes; `npm run attack` prints it. */
const figuresFile = process.env['KURA_ATTACK_FIGURES']
const atOnce = 96
/** How often somebody opens pages over the length of a flood. */
const visits = 60
/**
 * Tries of the flood that fills the line: each at another account, so that nothing but hashing
 * slows them.
 */
const lineTries = 192
/** The owner's way in takes two tries of the bucket: the invisible check, then the visible one. */
const ownerPauseMs = (2 * 60_000) / rates.signInPerAccountAndSource.perMinute + 500
const world = await testWorld({ after })
const { deps, http, bot } = world
await http.listen({ host: '127.0.0.1', port: 0 })
const { port } = http.server.address() as AddressInfo

type Answer = { status: number; code: string; ms: number }
type SentRequest = { method?: string; path: string; from: string; headers?: Record<string, string>; payload?: object }

/**
 * One request over a real socket from an address of 127.0.0.0/8; elsewhere than on Linux those
 * cannot be bound, so the test says so.
 */
async function send({ method = 'POST', path, from, headers = {}, payload }: SentRequest): Promise<Answer> {
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

const hashesNow = async () => (await deps.metrics.hashesInFlight.get()).values[0]?.value ?? 0

/**
 * `hashes`: tries of the flood that were hashed and answered meanwhile. `left`: tries not answered
 * yet.
 */
type Sample<T> = { answer: T; hashes: number; left: number }
type Aftermath = {
  codes: Map<string, number>
  entries: Sample<Answer[]>[]
  reads: Sample<Answer>[]
  files: Sample<unknown>[]
}
const password = 'correct horse battery staple'

/**
 * Sends so many tries, while the owner signs in and somebody opens pages, spread over the tries
 * and not over time.
 */
async function flood(count: number, owner: SeededMember, addressOf: (at: number) => string): Promise<Aftermath> {
  const codes = new Map<string, number>()
  const [sent, answered, hashed] = [{ count: 0 }, { count: 0 }, { count: 0 }]
  const attack = async () => {
    while (sent.count < count) {
      const at = sent.count
      sent.count += 1
      const { code } = await signIn(addressOf(at), `leaked password ${at}`, `127.77.${(at >> 1) % 200}.7`)
      codes.set(code, (codes.get(code) ?? 0) + 1)
      answered.count += 1
      if (code === 'AUTHENTICATION_FAILED') hashed.count += 1
    }
  }
  /**
   * How much of the flood's hashing was answered before this was: a clock that a slow machine slows
   * as well.
   */
  const among = async <T>(list: Sample<T>[], act: () => Promise<T>): Promise<void> => {
    const before = hashed.count
    const answer = await act()
    list.push({ answer, hashes: hashed.count - before, left: count - answered.count })
  }
  const [entries, reads, files]: [Sample<Answer[]>[], Sample<Answer>[], Sample<unknown>[]] = [[], [], []]
  const enter = async () => {
    while (sent.count < count || entries.length === 0) {
      await among(entries, () => signInAsOwner(owner.email, password, '127.200.0.1'))
      // four times at once, then as often as a bucket of their own refills: nobody signs in more
      // often
      const next = entries.length < 4 ? 0 : performance.now() + ownerPauseMs
      while (performance.now() < next && sent.count < count) await pause(50)
    }
  }
  const visit = async () => {
    for (let at = 1; at < visits && answered.count < count; at += 1) {
      while (answered.count < (count * at) / visits) await pause(5)
      assert.ok((await hashesNow()) <= limits.hashesAtOnce)
      await among(reads, () => send({ method: 'GET', path: '/api/packs', from: '127.200.0.1' }))
      await among(files, () => readFile(import.meta.filename))
    }
  }
  await Promise.all([...Array.from({ length: atOnce }, attack), enter(), visit()])
  for (const { answer } of entries) assert.equal(answer.at(-1)?.status, 200, JSON.stringify(answer))
  for (const { answer } of reads) assert.equal(answer.status, 200)
  assert.equal(
    [...codes.values()].reduce((sum, each) => sum + each, 0),
    count,
    'every try was answered',
  )
  assert.ok(!codes.has(''), 'no guess was right')
  assert.equal(await hashesNow(), 0)
  assert.deepEqual((await deps.metrics.undeclaredErrors.get()).values, [])
  return { codes, entries, reads, files }
}

const waitOf = ({ hashes, left }: Sample<unknown>) => `${hashes} hashes (${left} tries left)`
const most = (all: Sample<unknown>[]) => Math.max(0, ...all.map(({ hashes }) => hashes))

test(`A5: ${tries} tries from 200 addresses: the owner gets in all the while, and the site keeps working`, async (t) => {
  const owner = await seedMember(deps, { password })
  // half of them guess at the owner, half try a list of leaked pairs
  const addressOf = (at: number) => (at % 2 === 0 ? owner.email : `leaked${at}@example.jp`)
  const { codes, entries, reads, files } = await flood(tries, owner, addressOf)
  const peak = (await deps.metrics.hashesPeak.get()).values[0]?.value ?? 0
  assert.equal(peak, Math.min(tries, limits.hashesAtOnce), 'as many as may, and no more ran at once')
  if (tries >= 5 * atOnce)
    assert.ok((entries[0]?.left ?? 0) >= atOnce, `the owner waited for ${entries.map(waitOf).join(', ')}`)
  const summary = [...codes].map(([code, count]) => `${count} ${code}`).join(', ')
  const ownMs = entries.map(({ answer }) => answer.reduce((sum, { ms }) => sum + ms, 0))
  const figures = [
    `${tries} tries from 200 addresses: ${summary}`,
    `most hashes at once ${peak} of ${limits.hashesAtOnce}`,
    `owner in all ${entries.length} times, median ${middle(ownMs).toFixed(0)} ms`,
    `list of packs ${reads.length} times, median ${middle(reads.map(({ answer }) => answer.ms)).toFixed(0)} ms`,
    `most hashes of the flood meanwhile: owner ${most(entries)}, list of packs ${most(reads)}, a file ${most(files)}`,
  ].join('; ')
  t.diagnostic(figures)
  if (figuresFile !== undefined) await writeFile(figuresFile, `${figures}\n`)
})

test('A5: while passwords are hashed without a break, a page waits for no more than was there before it, and a file for few', async () => {
  const owner = await seedMember(deps, { password })
  const { reads, files } = await flood(lineTries, owner, (at) => `listed${at}@example.jp`)
  for (const [samples, bound] of [
    [reads, atOnce],
    [files, limits.hashesWaiting / 2],
  ] as const) {
    const waits = samples.map(waitOf).join(', ')
    assert.ok(samples.filter(({ left }) => left > 0).length >= 4, `answered in the middle of it: ${waits}`)
    assert.ok(most(samples) <= bound, `waited for ${waits}`)
  }
})

test('A5: where the line of passwords is full, the invisible check is not enough, and the visible one has its own line', async () => {
  const slow: (() => void)[] = []
  const hold = () => new Promise<void>((resolve) => slow.push(resolve))
  const { hashLines } = await import('../../identity/member/password-hasher.ts')
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

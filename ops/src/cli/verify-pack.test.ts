import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { TestContext } from 'node:test'
import { commitmentOf, dealUnits, drawOrder } from '@kura/contract/shop/fairness'
import type { PackFairness } from '@kura/contract/shop/pack'

const home = mkdtempSync(join(tmpdir(), 'kura-verify-'))
after(() => rmSync(home, { recursive: true, force: true }))

type Card = { itemId: string; serial: number; refId: string }
type Proof = Omit<PackFairness, 'units'> & { units: Card[][] }

async function makeProof(): Promise<Proof> {
  const contents = [
    { itemId: 'fox', copies: 8, firstSerial: 1 },
    { itemId: 'moon', copies: 16, firstSerial: 3 },
  ]
  const deal = { packId: 'night', issued: 8, cardsPerPack: 3, contents, salt: '5a'.repeat(32) }
  const [drawHeight, drawBlockId] = ['77', 'c0'.repeat(32)]
  const dealt = await dealUnits(deal)
  const units = (await drawOrder(deal, drawBlockId)).map((n) => dealt[n]?.cards ?? [])
  const commitment = await commitmentOf(deal, dealt, drawHeight)
  const committedAt = '2026-11-01T00:00:00Z'
  return { ...deal, algorithm: 'kura-deal-2', commitment, committedAt, drawHeight, drawBlockId, units }
}

/** Runs the command as a person does, without a running Kura. */
function verify(...words: string[]): Promise<{ code: number | null; output: string }> {
  const main = join(import.meta.dirname, '..', 'kura.ts')
  const child = spawn(process.execPath, [main, 'verify-pack', ...words], { env: { ...process.env, INIT_CWD: home } })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
function write(name: string, value: unknown): string {
  writeFileSync(join(home, name), typeof value === 'string' ? value : JSON.stringify(value))
  return name
}

/** Serves what `answerOf` returns for each path; undefined is a 404. */
async function serve(t: TestContext, answerOf: (path: string) => unknown): Promise<string> {
  const server = createServer((request, answer) => {
    const body = answerOf(request.url ?? '')
    answer.writeHead(body === undefined ? 404 : 200).end(JSON.stringify(body ?? { message: 'not found' }))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a proof that fits itself is right in every step, from a file and from an address', async (t) => {
  const proof = await makeProof()
  const fromFile = await verify(write('right.json', proof))
  assert.equal(fromFile.code, 0, fromFile.output)
  assert.equal(fromFile.output.match(/^right /gm)?.length, 4)
  const fromAddress = await verify(`${await serve(t, () => proof)}/proof`)
  assert.equal(fromAddress.code, 0, fromAddress.output)
})

const forgeries: [what: string, forge: (proof: Proof) => void][] = [
  [
    'one serial swapped with another',
    ({ units }) => {
      const [a, b] = units.flat().filter(({ itemId }) => itemId === 'moon')
      if (a && b) [a.serial, b.serial] = [b.serial, a.serial]
    },
  ],
  [
    'one reference',
    ({ units }) => {
      const card = units[4]?.[1]
      if (card) card.refId = '00000000-0000-4000-8000-000000000000'
    },
  ],
  [
    "one pack's place",
    ({ units }) => {
      const [first] = units.splice(0, 1)
      if (first) units.push(first)
    },
  ],
  ['the salt', (proof) => void (proof.salt = '5b'.repeat(32))],
  ["the block's id", (proof) => void (proof.drawBlockId = 'c1'.repeat(32))],
]

test('a forged proof is refused, and the step that fails is named', async (t) => {
  for (const [what, forge] of forgeries)
    await t.test(what, async () => {
      const proof = structuredClone(await makeProof())
      forge(proof)
      const { code, output } = await verify(write('forged.json', proof))
      assert.equal(code, 1, output)
      assert.match(output, /^wrong {5}the (hash|cards|order)/m)
      assert.match(output, /This proof does not hold\./)
    })
})

test('what is not published yet, no proof, or nothing at all is no success', async () => {
  const waiting = await verify(write('waiting.json', { ...(await makeProof()), salt: null, units: null }))
  assert.deepEqual([waiting.code, /ask again when the sale is over/.test(waiting.output)], [1, true], waiting.output)
  for (const words of [[write('text.json', 'no JSON')], [write('list.json', [])], ['nothing.json'], []]) {
    const { code, output } = await verify(...words)
    assert.equal(code, 1, output)
    assert.doesNotMatch(output, /at file:/)
  }
})

test('without a node and a noted commitment, what is left to compare is named and nothing is claimed', async () => {
  const proof = await makeProof()
  const { code, output } = await verify(write('right.json', proof))
  assert.equal(code, 0, output)
  assert.match(output, new RegExp(`^open .*the hash you noted +${proof.commitment}$`, 'm'))
  assert.match(output, new RegExp(`^open .*the block of the chain +77 has the id ${proof.drawBlockId}$`, 'm'))
  assert.match(output, /^The proof fits itself\. It shows nothing until you have compared:$/m)
  assert.doesNotMatch(output, /were sold as|nobody/)
})

test('an invented block fits itself, and the node shows it', async (t) => {
  const asked: string[] = []
  const proof = write('invented.json', await makeProof())
  const blockOf = (id: string) => (path: string) => {
    asked.push(path)
    return path === '/v1/blocks?height=77'
      ? [{ header: { id, height: '77', timestamp: '2026-11-02T00:00:00Z' } }]
      : undefined
  }
  const another = await verify(proof, '--node', await serve(t, blockOf('d1'.repeat(32))))
  assert.equal(another.code, 1, another.output)
  assert.match(another.output, /^wrong +the block of the chain +77 has the id (d1){32} at .*, published was (c0){32}$/m)
  assert.match(another.output, /This proof does not hold\./)
  assert.deepEqual(asked, ['/v1/blocks?height=77'])
  const same = await verify(proof, '--node', `${await serve(t, blockOf('c0'.repeat(32)))}/v1/`)
  assert.equal(same.code, 0, same.output)
  assert.match(same.output, /^right +the block of the chain/m)
  assert.match(same.output, /- commitment [0-9a-f]{64} is the one you noted/)
  assert.doesNotMatch(same.output, /- block/)
  const ignorant = await verify(proof, '--node', await serve(t, () => undefined))
  assert.equal(ignorant.code, 1, ignorant.output)
  assert.match(ignorant.output, /^unknown +the block of the chain .* does not know block 77$/m)
})

test('the commitment somebody noted decides, and with a node nothing is left', async (t) => {
  const proof = await makeProof()
  const file = write('right.json', proof)
  const other = await verify(file, '--commitment', 'ab'.repeat(32))
  assert.equal(other.code, 1, other.output)
  assert.match(other.output, new RegExp(`^wrong +the hash you noted +published is ${proof.commitment}, you noted`, 'm'))
  const header = { id: proof.drawBlockId, height: proof.drawHeight, timestamp: '2026-11-02T00:00:00Z' }
  const node = await serve(t, () => [{ header }])
  const whole = await verify(file, '--commitment', proof.commitment.toUpperCase(), '--node', node)
  assert.equal(whole.code, 0, whole.output)
  assert.equal(whole.output.match(/^right /gm)?.length, 6)
  assert.match(whole.output, /The packs were sold as they were committed to before the sale\./)
  // a proof that is not complete yet is compared as far as it is published
  const waiting = write('waiting.json', { ...proof, salt: null, units: null })
  const early = await verify(waiting, '--commitment', 'ab'.repeat(32))
  assert.match(early.output, /This proof does not hold\./)
  for (const words of [
    ['--commitment', 'abc'],
    ['--node', 'node'],
    ['--other', 'x'],
  ]) {
    const refused = await verify(file, ...words)
    assert.equal(refused.code, 1, refused.output)
    assert.doesNotMatch(refused.output, /at file:|^right/m)
  }
})

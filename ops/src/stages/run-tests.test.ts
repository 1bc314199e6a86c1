import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { rootFolder } from '../settings.ts'
import { pickStages } from './run-tests.ts'
import { runStages } from './stage.ts'
import type { Counts, Stage, WorkItem } from './stage.ts'

const good: Counts = { passed: 1, failed: 0, failures: [] }
const item = (name: string, cores = 1, run: WorkItem['run'] = () => Promise.resolve(good)): WorkItem => ({
  name,
  cores,
  run,
})
const stage = (name: string, items: WorkItem[], prepare?: Stage['prepare']): Stage => ({
  name,
  title: `The ${name}`,
  items,
  ...(prepare ? { prepare } : {}),
})

void test('items of all stages run in parallel, as many as the cores allow, and those that fit go first', async () => {
  const running = new Set<string>()
  const seen: string[] = []
  const watched = (name: string, cores: number) =>
    item(name, cores, async () => {
      running.add(name)
      seen.push([...running].sort().join('+'))
      await new Promise((resolve) => setTimeout(resolve, 20))
      running.delete(name)
      return good
    })
  const stages = [stage('a', [watched('a1', 1), watched('a2', 2)]), stage('b', [watched('b1', 1), watched('b2', 0.5)])]
  const { passed, failed } = await runStages(stages, 2)
  assert.deepEqual([passed, failed], [4, 0])
  assert.deepEqual(seen.slice(0, 2), ['a1', 'a1+b1'], 'what does not fit waits, and what comes after it does not')
  assert.ok(
    seen.every((names) => !names.includes('a2') || names === 'a2'),
    seen.join(),
  )
})

void test('an item that needs more than there is runs alone', async () => {
  const { passed } = await runStages([stage('a', [item('large', 8), item('small')])], 1)
  assert.equal(passed, 2)
})

void test('what a stage needs is made before its items and while others run; where that fails its items have failed', async () => {
  const order: string[] = []
  const noted = (name: string) => item(name, 1, () => (order.push(name), Promise.resolve(good)))
  await runStages(
    [
      stage('late', [noted('late')], async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        order.push('made')
      }),
      stage('soon', [noted('soon')]),
    ],
    4,
  )
  assert.deepEqual(order, ['soon', 'made', 'late'])
  const broken = stage('broken', [noted('never'), noted('never')], () => Promise.reject(new Error('planned')))
  const { passed, failed, failures } = await runStages([broken, stage('soon', [noted('soon')])], 4)
  assert.deepEqual([passed, failed], [1, 2])
  assert.match(failures.join(), /The broken: what it needs could not be made, so 2 did not run: Error: planned/)
  assert.ok(!order.includes('never'))
})

void test('silence counts as a failure, and an item that breaks is named', async () => {
  const silent = await runStages(
    [stage('silent', [item('nothing', 1, () => Promise.resolve({ ...good, passed: 0 }))])],
    1,
  )
  assert.deepEqual([silent.passed, silent.failed, silent.failures], [0, 1, ['The silent: nothing ran']])
  const { failed, failures } = await runStages(
    [stage('broken', [item('this one', 1, () => Promise.reject(new Error('planned')))])],
    1,
  )
  assert.deepEqual([failed, failures], [1, ['The broken: this one: Error: planned']])
})

void test('stages and files are picked by name, path or a part of it; what nothing has is refused', () => {
  const stages = [
    stage('start', [item('ops/src/start.test.ts')]),
    stage('unit', [
      item('server/src/checkout/order/buy.test.ts'),
      item('server/src/identity/member/start-again.test.ts'),
    ]),
  ]
  const picked = (...words: string[]) => pickStages(stages, words).flatMap(({ items }) => items.map(({ name }) => name))
  assert.equal(picked().length, 3)
  assert.deepEqual(picked('start'), ['ops/src/start.test.ts'], 'the name of a stage is no part of a path')
  assert.deepEqual(picked('order'), ['server/src/checkout/order/buy.test.ts'])
  assert.deepEqual(picked('./server/src/identity/member'), ['server/src/identity/member/start-again.test.ts'])
  assert.deepEqual(picked(join(rootFolder, 'server', 'src', 'checkout', 'order', 'buy.test.ts')), [
    'server/src/checkout/order/buy.test.ts',
  ])
  assert.deepEqual(picked('start', 'buy'), ['ops/src/start.test.ts', 'server/src/checkout/order/buy.test.ts'])
  assert.throws(() => picked('order', 'no-such'), { message: /no test file "no-such"/ })
})

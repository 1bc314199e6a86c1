import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { SandboxAddresses } from './start-sandbox.ts'
import { sandboxPaidy } from './paidy/start-paidy.ts'
import { cardClient } from './testing/card-client.ts'
import { paidyBuyer, paidyPayload } from './testing/paidy-buyer.ts'
import { paidyClient } from './testing/paidy-client.ts'
import { tempFolder } from './testing/test-sandbox.ts'

async function startProcess(
  t: TestContext,
  dataDir: string,
): Promise<{ child: ChildProcess; addresses: SandboxAddresses }> {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { PATH: process.env.PATH, SANDBOX_DATA: dataDir, APP_URL: 'http://localhost:9' },
    execArgv: [],
    silent: true,
  })
  t.after(() => child.kill('SIGKILL'))
  const [message] = (await once(child, 'message')) as [{ ready: true; addresses: SandboxAddresses }]
  return { child, addresses: message.addresses }
}

test('what was answered for is still there after a SIGKILL', async (t) => {
  const dataDir = await tempFolder(t)
  const first = await startProcess(t, dataDir)
  const shop = cardClient(first.addresses.pages)
  const orders = Array.from({ length: 12 }, (_, index) => `kill-${index}`)
  const paid: string[] = []
  const buy = async (order: string) => {
    const { trade, exec } = await shop.begin(order, '5555555555554444')
    await fetch(exec.RedirectUrl ?? '', { redirect: 'manual' })
    const answer = await shop.call('SecureTran2', trade)
    if (answer.Approve) paid.push(order)
    // In the middle of the others, at the moment an answer arrived.
    if (paid.length === 4) first.child.kill('SIGKILL')
  }
  await Promise.allSettled(orders.map(buy))
  assert.ok(paid.length >= 4)

  const second = await startProcess(t, dataDir)
  const after = cardClient(second.addresses.pages)
  for (const order of paid) assert.equal((await after.search(order)).Status, 'CAPTURE', order)
})

test('what Paidy answered for is still there after a SIGKILL', async (t) => {
  const dataDir = await tempFolder(t)
  const first = await startProcess(t, dataDir)
  const { pages } = first.addresses
  const [buyer, shop] = [paidyBuyer(pages, sandboxPaidy.publicKey), paidyClient(pages)]
  const captured: string[] = []
  const buy = async (order: number) => {
    const end = await buyer.pay(paidyPayload(`kill-${order}`))
    if (!('id' in end)) return
    if ((await shop.capture(end.id)).status === 200) captured.push(end.id)
    if (captured.length === 4) first.child.kill('SIGKILL')
  }
  await Promise.allSettled(Array.from({ length: 12 }, (_, index) => buy(index)))
  assert.ok(captured.length >= 4)

  const after = paidyClient((await startProcess(t, dataDir)).addresses.pages)
  for (const id of captured) assert.equal((await after.get(id)).body?.captures[0]?.amount, 1200, id)
})

test('SIGTERM ends the process in good order, and its front page shows the way', async (t) => {
  const { child, addresses } = await startProcess(t, await tempFolder(t))
  assert.match(await (await fetch(addresses.pages)).text(), /href="\/mail"[\s\S]*href="\/card"/)
  assert.equal(((await (await fetch(`${addresses.pages}/sandbox/health`)).json()) as { ok: boolean }).ok, true)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

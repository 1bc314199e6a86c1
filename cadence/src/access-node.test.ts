import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { AccessError, shortChainError } from './access-error.ts'
import { createAccessNode } from './access-node.ts'
import type { TransactionBody } from './transaction-encoding.ts'

/**
 * A node with this response. Only a test without a response sets a short timeout: a busy machine
 * responds late.
 */
async function nodeThat(t: TestContext, answer: RequestListener, timeoutMs = 60_000) {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { node: createAccessNode({ url: `http://127.0.0.1:${port}/`, timeoutMs }), calls: () => calls }
}
const body = {} as TransactionBody
const fails = (code: string) => (error: unknown) => error instanceof AccessError && error.code === code

test('a read is tried again while the node stumbles, and then answered', async (t) => {
  let left = 2
  const { node, calls } = await nodeThat(t, (_, response) => {
    if (left-- > 0) response.writeHead(503).end('busy')
    else response.end(JSON.stringify({ chain_id: 'flow-emulator' }))
  })
  assert.equal(await node.getChainId(), 'flow-emulator')
  assert.equal(calls(), 3)
})

test('a transaction is handed over once, whatever the answer', async (t) => {
  const { node, calls } = await nodeThat(t, (_, response) => void response.writeHead(502).end('accepted, perhaps'))
  await assert.rejects(node.sendTransaction(body), fails('NODE_BUSY'))
  assert.equal(calls(), 1)
})

test('a refusal is distinguished from a node that is down', async (t) => {
  const refusing = await nodeThat(t, (_, response) => {
    response.writeHead(400).end(JSON.stringify({ code: 400, message: 'Invalid Flow argument: script' }))
  })
  await assert.rejects(refusing.node.sendTransaction(body), (error: unknown) => {
    return error instanceof AccessError && !error.isPassing && /Invalid Flow argument/.test(error.message)
  })
  const silent = await nodeThat(t, () => {}, 300)
  await assert.rejects(silent.node.sendTransaction(body), fails('NODE_UNREACHABLE'))
  const cut = await nodeThat(t, (request) => request.socket.destroy())
  await assert.rejects(cut.node.sendTransaction(body), fails('NODE_UNREACHABLE'))
})

test('what is not there is undefined, and what is not understood is an error', async (t) => {
  const empty = await nodeThat(
    t,
    (_, response) => void response.writeHead(404).end('{"code":404,"message":"not found"}'),
  )
  assert.equal(await empty.node.findResult('00'), undefined)
  assert.equal(await empty.node.findAccount('0x01'), undefined)
  const strange = await nodeThat(t, (_, response) => void response.end('<html>hello</html>'))
  await assert.rejects(strange.node.getSealedBlock(), fails('NODE_NONSENSE'))
  const other = await nodeThat(t, (_, response) => void response.end('[]'))
  await assert.rejects(other.node.getSealedBlock(), fails('NODE_NONSENSE'))
})

test('a long chain error is cut to its number and its telling line', () => {
  const long =
    '[Error Code: 1101] cadence runtime error: Execution failed:\nerror: panic: mint: 0x1 has no collection\n --> 1:2\n'
  assert.deepEqual(shortChainError(long), { code: 1101, line: 'mint: 0x1 has no collection' })
  assert.deepEqual(shortChainError(''), { code: undefined, line: '' })
})

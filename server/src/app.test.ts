import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import test from 'node:test'
import { testWorld } from './testing/test-world.ts'

test('the contract is published as OpenAPI 3.1, and an unknown path is a catalogued failure', async (t) => {
  const { http } = await testWorld(t)
  const document = (await http.inject('/api/openapi.json')).json()
  assert.equal(document.openapi, '3.1.0')
  assert.ok(document.paths['/api/packs/{packId}/entry-order/new-card'].post.responses['500'])
  const missing = await http.inject('/api/nothing-here')
  assert.equal(missing.statusCode, 404)
  assert.equal(missing.json().errorCode, 'NOT_FOUND')
  assert.equal((await http.inject('/readyz')).statusCode, 200)
})

test('closing waits for the request under way and for nothing else on its kept connection', async (t) => {
  const { http } = await testWorld(t)
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const answered = new Promise<string>((resolve, reject) => {
    get(`${address}/readyz`, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.headers.connection)))
    }).on('error', reject)
  })
  await answered
  const late = new Promise<string>((resolve) => {
    get(`${address}/readyz`, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve('answered'))
    }).on('error', () => resolve('refused'))
  })
  const closed = http.close()
  assert.ok(['answered', 'refused'].includes(await late))
  await closed
})

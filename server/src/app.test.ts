import assert from 'node:assert/strict'
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

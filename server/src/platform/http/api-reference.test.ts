import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import { testWorld } from '../../testing/test-world.ts'
import { apiExamples, openApi } from './open-api.ts'

test('every example of the API document runs as it stands, and answers what the contract says', async (t) => {
  const { http, deps } = await testWorld(t)
  const document = openApi('Kura', deps.env.PUBLIC_URL) as { paths: Record<string, Record<string, never>> }
  for (const [name, query] of Object.entries(apiExamples)) {
    const endpoint: Endpoint = api[name as keyof typeof api]
    const operation = document.paths[endpoint.path]?.['get'] as unknown as { 'x-codeSamples': { source: string }[] }
    const source = operation['x-codeSamples'][0]?.source ?? ''
    assert.equal(source, `curl '${deps.env.PUBLIC_URL}${endpoint.path}${query}'`)
    const answer = await http.inject(endpoint.path + query)
    assert.equal(answer.statusCode, 200, `${name}: ${answer.body}`)
    assert.doesNotThrow(() => endpoint.output.parse(answer.json()), name)
  }
})

test('the page of the API has every call in one part, no script, and no markup from a description', async (t) => {
  const { http } = await testWorld(t)
  const page = await http.inject('/api/reference')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/)
  assert.doesNotMatch(page.body, /<script/)
  for (const name of Object.keys(api)) assert.equal(page.body.split(`<article id="${name}">`).length, 2, name)
})

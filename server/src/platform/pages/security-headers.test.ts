import assert from 'node:assert/strict'
import test from 'node:test'
import type { TestContext } from 'node:test'
import { limits } from '@kura/contract/limits'
import { buildApp } from '../../app.ts'
import { buildLog } from '../../deps.ts'
import { listenRaw } from '../http/testing/raw-socket.ts'
import { testWorld } from '../../testing/test-world.ts'

const secret = 'secret-of-a-mailed-link'

async function reportServer(t: TestContext) {
  const { deps } = await testWorld(t, { TRUSTED_PROXIES: '127.0.0.1/32' })
  const lines: string[] = []
  const log = buildLog({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) })
  const { http } = await buildApp({ ...deps, log }, { withPages: false })
  t.after(() => http.close())
  const port = await listenRaw(http)
  const report = async (body: unknown, { type = 'application/csp-report', source = '192.0.2.1' } = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/csp-reports`, {
      method: 'POST',
      headers: { 'content-type': type, 'x-forwarded-for': source },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    await answer.text()
    return answer.status
  }
  /** What was logged of reports when the server has closed. */
  const logged = async () => {
    await http.close()
    return lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'content security policy report')
      .map(({ directive, blocked, page, count, others }) => ({ directive, blocked, page, count, others }))
  }
  const refused = async () => {
    const { values } = await deps.metrics.cspReportsRefused.get()
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels.limit), value]))
  }
  return { deps, report, logged, refused, lines }
}

const old = (documentUri: string, blockedUri: string, directive = 'script-src-elem') => ({
  'csp-report': {
    'document-uri': documentUri,
    'blocked-uri': blockedUri,
    'effective-directive': directive,
    'original-policy': `default-src ${secret}`,
    referrer: `http://localhost:3000/?token=${secret}`,
    'script-sample': secret,
  },
})

test('reports become one line per directive, blocked origin and page, without what addresses carry', async (t) => {
  const { report, logged, lines } = await reportServer(t)
  const page = `http://localhost:3000/login/link?token=${secret}#${secret}`
  for (const path of ['a', 'b', 'c']) await report(old(page, `https://u:${secret}@evil.example/${path}?${secret}`))
  await report(old(page, 'inline'))
  await report(old(page, `data:text/html,${secret}`))
  await report(old(`https://other.example/${secret}?x`, `blob:http://localhost:3000/${secret}`, `${secret} <b>`))
  const violation = { documentURL: page, blockedURL: 'https://evil.example/d', effectiveDirective: 'script-src-elem' }
  const many = Array.from({ length: 100 }, () => ({ type: 'csp-violation', url: page, body: violation }))
  await report(many.slice(0, 10), { type: 'application/reports+json' })
  const directive = 'script-src-elem'
  assert.deepEqual(await logged(), [
    { directive, blocked: 'https://evil.example', page: '/login/link', count: 13, others: undefined },
    { directive, blocked: 'inline', page: '/login/link', count: 1, others: undefined },
    { directive, blocked: 'data:', page: '/login/link', count: 1, others: undefined },
    { directive: 'unknown', blocked: 'http://localhost:3000', page: 'elsewhere', count: 1, others: undefined },
  ])
  assert.ok(!lines.join('').includes(secret))
})

test('a flood of reports is limited per source and in all, and never more than so many lines', async (t) => {
  const { deps, report, logged, refused } = await reportServer(t)
  const perSource = limits.cspReportsPerSource
  let number = 0
  const send = (source: string) => report(old(`http://localhost:3000/${(number += 1)}`, 'inline'), { source })
  const one = await Promise.all(Array.from({ length: perSource + 20 }, () => send('192.0.2.1')))
  assert.deepEqual(
    [one.filter((status) => status === 204).length, one.filter((status) => status === 429).length],
    [perSource, 20],
  )
  const more = limits.cspReportsMost - perSource
  const others = Array.from({ length: more + 15 }, (_, index) => `198.51.${index % 200}.${Math.floor(index / 200)}`)
  const all: number[] = []
  for (const source of others) all.push(await send(source))
  assert.deepEqual(await refused(), { source: 20, all: 15 })
  assert.equal(all.filter((status) => status === 429).length, 15)
  assert.equal((await deps.metrics.cspReports.get()).values[0]?.value, limits.cspReportsMost + 35)
  const lines = await logged()
  assert.equal(lines.length, limits.talliedLogLines + 1)
  assert.deepEqual(lines.at(-1), {
    directive: undefined,
    blocked: undefined,
    page: undefined,
    count: limits.cspReportsMost - limits.talliedLogLines,
    others: true,
  })
})

test('what is no report is taken without a word', async (t) => {
  const { report, logged } = await reportServer(t)
  const bodies = ['', '{', 'null', '[]', '{"csp-report":null}', '[{"type":"other"}]', '"x"', '{"csp-report":{}}']
  for (const body of bodies)
    for (const type of ['application/csp-report', 'application/reports+json'])
      assert.ok([204, 400].includes(await report(body, { type })), `${type} ${body}`)
  const unknown = { directive: 'unknown', blocked: 'unknown', page: 'elsewhere', count: 2, others: undefined }
  assert.deepEqual(await logged(), [unknown])
})

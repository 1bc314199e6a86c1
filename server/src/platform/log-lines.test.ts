import assert from 'node:assert/strict'
import test from 'node:test'
import { buildLog } from '../deps.ts'
import { hideMailAddresses, stripAddresses, tallyLog } from './log-lines.ts'

test('whatever is logged, no address in it has a query, a fragment or a password', () => {
  const lines: string[] = []
  const log = buildLog({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) })
  const secret = 'secret-of-an-address'
  const url = `/login/link?token=${secret}`
  log.info(
    { url, req: { url, headers: {} }, deep: { list: [`https://u:${secret}@host.example/a?b=${secret}#c`] } },
    'a',
  )
  log.info(`asked for https://host.example/a?b=${secret}, and (${url}) "${url}" '${url}'`)
  log.error({ err: new TypeError(`Failed to parse URL from http://x:${secret}@a/b?c=${secret}`) }, 'failed')
  log.child({ page: `https://host.example/#${secret}` }).warn('child')
  log.warn({ url: `/a?b=\\${secret}\\"${secret}` }, `https://host.example/?a="${'x'}`)
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.ok(!lines.join('').includes(secret), lines.join(''))
  assert.deepEqual(
    [written[0]?.['url'], written[0]?.['deep'], written[1]?.['msg'], written[3]?.['page']],
    [
      '/login/link',
      { list: ['https://host.example/a'] },
      `asked for https://host.example/a and (/login/link "/login/link '/login/link`,
      'https://host.example/',
    ],
  )
})

test('no line has an e-mail address or a row that the database refused', () => {
  const lines: string[] = []
  const log = buildLog({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) })
  const email = "hanako.o'neil+kura@mail.example.jp"
  const refused = Object.assign(new Error('a value is there already'), { detail: `Key (name)=(hanako) is there` })
  log.warn({ reason: `550 5.1.1 <${email}>: no such mailbox`, deep: { list: [email.toUpperCase()] } }, `to ${email},`)
  log.error({ err: refused, email }, 'failed')
  assert.doesNotMatch(lines.join(''), /hanako|neil/i)
  assert.equal(JSON.parse(lines[0] ?? '')['reason'], '550 5.1.1 <[e-mail]>: no such mailbox')
})

test('what is no address with a query is written as it is', () => {
  for (const line of [
    '{"level":30,"time":1700000000000,"msg":"ready?","port":3000}',
    '{"msg":"a/b and c:\\\\d are fine","stack":"Error: x\\n    at run (file:///srv/kura/a.ts:1:2)"}',
    '{"msg":"@kura/server and pino@9.7.0 at file:///srv/node_modules/@kura/server"}',
    '{"msg":"蔵 is #1, isn’t it?","url":"https://host.example/items"}',
  ])
    assert.equal(hideMailAddresses(stripAddresses(line)), line)
})

test('what happens over and over is one line with its count, and the lines are limited', () => {
  const written: unknown[] = []
  const log = { warn: (facts: unknown) => void written.push(facts) }
  const tally = tallyLog(log as never, 'happened', { linesMost: 2 })
  for (const kind of ['a', 'b', 'a', 'c', 'd', 'a']) tally.add({ kind })
  assert.deepEqual(written, [], 'not while it goes on')
  tally.flush()
  assert.deepEqual(written, [
    { kind: 'a', count: 3 },
    { kind: 'b', count: 1 },
    { others: true, count: 2 },
  ])
  tally.flush()
  assert.equal(written.length, 3, 'said once')
})

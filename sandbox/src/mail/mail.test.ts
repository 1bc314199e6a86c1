import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { sendJson, tempFolder, testSandbox } from '../testing/test-sandbox.ts'
import type { Mail } from './mail-box.ts'

const boundary = 'cut'
const message = (subject: string) =>
  [
    'From: Kura <no-reply@kura.test>',
    'To: Hanako <hanako@example.test>',
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary=${boundary}`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('確認コードは 204816 です。\nhttps://kura.test/complete?code=99999999&x=1 を開いてください。').toString(
      'base64',
    ),
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p onclick="steal()">code <b>204816</b></p><script>steal()</script><a href="https://kura.test/html?a=1&amp;b=2">x</a>',
    `--${boundary}--`,
    '',
  ].join('\r\n')

/** Speaks SMTP by hand and answers the codes the server gave, last one for the mail itself. */
async function sendMail(smtp: string, to: string, data: string): Promise<string[]> {
  const socket = connect(Number(new URL(smtp).port), '127.0.0.1').setEncoding('utf8')
  const codes: string[] = []
  const say = async (line?: string) => {
    if (line !== undefined) socket.write(`${line}\r\n`)
    let answer = ''
    while (!/^\d{3} .*\r\n$/m.test(answer)) answer += String((await once(socket, 'data'))[0])
    codes.push(answer.slice(0, 3))
  }
  await say()
  for (const line of ['HELO shop', 'MAIL FROM:<no-reply@kura.test>', `RCPT TO:<${to}>`, 'DATA', `${data}\r\n.`]) {
    if ((codes.at(-1) ?? '') >= '400') break
    await say(line)
  }
  socket.destroy()
  return codes
}

test('a mail can be found by its reader, with its code and links, also after a restart', async (t) => {
  const dataDir = await tempFolder(t)
  const first = await testSandbox(t, { dataDir })
  assert.equal((await sendMail(first.addresses.smtp, 'Hanako@example.test', message('ご登録の確認'))).at(-1), '250')
  await sendMail(first.addresses.smtp, 'taro@example.test', message('別のメール'))
  await first.close()

  const { addresses } = await testSandbox(t, { dataDir })
  const list = async (query: string) => (await sendJsonGet(`${addresses.pages}/mail/messages?${query}`)) as Mail[]
  const [mail, ...others] = await list('to=hanako@example.test')
  assert.equal(others.length, 0)
  assert.equal(mail?.subject, 'ご登録の確認')
  assert.equal(mail.code, '204816')
  assert.deepEqual(mail.links, ['https://kura.test/complete?code=99999999&x=1', 'https://kura.test/html?a=1&b=2'])
  assert.deepEqual(
    (await list('')).map(({ subject }) => subject),
    ['別のメール', 'ご登録の確認'],
  )
  const read = await (await fetch(`${addresses.pages}/mail/read/${mail.id}`)).text()
  assert.doesNotMatch(read, /<script>steal|<p onclick/)
  assert.match(read, /sandbox="allow-popups allow-popups-to-escape-sandbox"/)

  await fetch(`${addresses.pages}/mail/messages`, { method: 'DELETE' })
  assert.deepEqual(await list(''), [])
})

const sendJsonGet = async (url: string) => (await fetch(url)).json() as Promise<unknown>

test('the mail server can be down, slow to accept, or refuse', async (t) => {
  const { addresses } = await testSandbox(t)
  const put = (body: object) => sendJson('PUT', `${addresses.pages}/sandbox/mail`, body)
  const send = async () => (await sendMail(addresses.smtp, 'a@b.test', message('x'))).at(-1)
  await put({ down: true })
  assert.equal(await send(), '421')
  await put({ down: false, tryLater: true })
  assert.equal(await send(), '451')
  await put({ tryLater: false, refuseRecipients: true })
  assert.equal(await send(), '550')
  await put({ refuseRecipients: false })
  assert.equal(await send(), '250')
  assert.equal(((await sendJsonGet(`${addresses.mailbox}/messages`)) as Mail[]).length, 1)
})

import assert from 'node:assert/strict'
import test from 'node:test'
import { describeDevice } from './describe-device.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0'

test('a browser is called by its own name, though it carries those of others', () => {
  const table: [string, string, string][] = [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome', 'Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/153.0.0.0`, 'Edge', 'Windows'],
    [`Mozilla/5.0 (Linux; Android 16; K) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Line/15.0 Safari/604.1',
      'LINE',
      'iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Mac'],
  ]
  for (const [userAgent, browser, system] of table) assert.deepEqual(describeDevice(userAgent), { browser, system })
})

test('what nobody knows gets no name', () => {
  assert.equal(describeDevice(''), undefined)
  assert.equal(describeDevice('curl/8.0'), undefined)
})

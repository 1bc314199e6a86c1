import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '@kura/contract/errors'
import { publicSteps } from '@kura/contract/states'
import { en } from './en.ts'
import { ja } from './ja.ts'
import { serverI18n } from './server-i18n.ts'

const stem = (key: string): string => key.replace(/_(one|other)$/, '')
const holes = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

test('Japanese and English have the same keys', () => {
  assert.deepEqual(
    [...new Set(Object.keys(ja).map(stem))].toSorted(),
    [...new Set(Object.keys(en).map(stem))].toSorted(),
  )
})

test('both languages fill the same places in every text', () => {
  const english: Record<string, string> = en
  const other = Object.fromEntries(Object.keys(english).map((key) => [stem(key), english[key] ?? '']))
  for (const [key, text] of Object.entries(ja)) {
    // a plural form may leave the number out
    const wanted = new Set(holes(other[stem(key)] ?? ''))
    for (const hole of holes(text)) assert.ok(wanted.has(hole) || hole === '{{count}}', `${key}: ${hole}`)
  }
})

test('every failure and every step has words a member understands', () => {
  for (const words of [ja, en] as Record<string, string>[]) {
    for (const code of Object.keys(errors)) {
      const text = words[`error.${code}`]
      assert.ok(text && !/[A-Z]{3,}_|undefined|\bnonce\b|\btoken\b/.test(text), code)
    }
    for (const step of publicSteps) assert.ok(words[`step.${step}`] && words[`step.${step}.next`], step)
  }
})

test('no text is empty, and no Japanese text is left in English', () => {
  for (const [key, text] of [...Object.entries(ja), ...Object.entries(en)]) assert.ok(text.trim() !== '', key)
  for (const [key, text] of Object.entries(en))
    assert.ok(key === 'shell.language.ja' || !/[\u3040-\u30ff\u4e00-\u9fff]/.test(text), key)
})

test('numbers are put in with the plural of the language', () => {
  assert.equal(serverI18n('en').t('item.count', { count: 1 }), '1 item')
  assert.equal(serverI18n('en').t('item.count', { count: 3 }), '3 items')
  assert.equal(serverI18n('ja').t('item.count', { count: 3 }), '3件')
})

test('a name with special characters stays as it is: React escapes it', () => {
  assert.equal(serverI18n('en').t('profile.title', { name: '<b>&"' }), 'Collection of <b>&"')
})

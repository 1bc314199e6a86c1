import assert from 'node:assert/strict'
import test from 'node:test'
import { asLanguage, asTheme, chosenLanguage, preferenceCookie } from './preferences.ts'

test('a language counts as chosen only where the switch was used', () => {
  assert.equal(chosenLanguage(''), undefined)
  assert.equal(chosenLanguage('kura_theme=dark'), undefined)
  assert.equal(chosenLanguage('kura_theme=dark; kura_language=en'), 'en')
  assert.equal(chosenLanguage('kura_language=ja; other=1'), 'ja')
  for (const cookies of ['kura_language=fr', 'not_kura_language=en', 'kura_language=english', 'x="kura_language=en'])
    assert.equal(chosenLanguage(cookies), undefined, cookies)
})

test('a choice is kept for a year, for this site, and read back as what it was', () => {
  const cookie = preferenceCookie('kura_language', 'en', true)
  assert.equal(cookie, 'kura_language=en; path=/; max-age=31536000; samesite=lax; secure')
  assert.ok(!preferenceCookie('kura_theme', 'dark', false).includes('secure'))
  assert.equal(chosenLanguage(cookie), 'en')
})

test('anything else is the default', () => {
  assert.deepEqual(['ja', 'en', 'fr', undefined].map(asLanguage), ['ja', 'en', 'en', 'en'])
  assert.deepEqual(['light', 'dark', 'auto', 'pink'].map(asTheme), ['light', 'dark', 'auto', 'auto'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeWindows31j, encodeWindows31j, parseWindows31jForm } from './windows-31j.ts'

test('Japanese text is written in the bytes the gateway uses', () => {
  assert.equal(encodeWindows31j('ｶｰﾄﾞ表示 ~①髙').toString('hex'), 'b6b0c4de955c8ea6207e8740fbfc')
  assert.equal(encodeWindows31j('😀a').toString('latin1'), '?a')
})

test('text comes back as it was, and a form body is read in the same charset', () => {
  const text = '残高不足です。ソ能表'
  assert.equal(decodeWindows31j(encodeWindows31j(text)), text)
  const percent = [...encodeWindows31j(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const form = parseWindows31jForm(Buffer.from(`A=1+2&B=${percent}&A=9&C&D=x%3Dy`))
  assert.deepEqual(form, { A: '1 2', B: text, C: '', D: 'x=y' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlOf } from './markdown.server.ts'

test('headings, lists and paragraphs of the guide are marked up, and markup in the text is text', () => {
  assert.equal(
    htmlOf('## Why?\n\nOne line\nand another.\n\n1. first\n2. second\n   goes on\n\n- <b>&'),
    '<h2>Why?</h2>\n<p>One line and another.</p>\n<ol><li>first</li><li>second goes on</li></ol>\n<ul><li>&lt;b&gt;&amp;</li></ul>',
  )
})

test('lines of Japanese are joined without a space', () => {
  assert.equal(htmlOf('一行目\n二行目'), '<p>一行目二行目</p>')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeRedirect } from './redirect.ts'

const leaving = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '\u0000//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/./\\evil.example',
  '/%2e//evil.example',
  '/a/%2e%2e//evil.example',
  'https://evil.example',
  'https:/evil.example',
  'https:evil.example',
  'http://localhost:3000@evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt://%0aalert(1)',
  'data:text/html,hello',
  'evil.example',
  '@evil.example',
  '?next=//evil.example',
  '',
  '/\u007f/evil.example',
  `/${'x'.repeat(2048)}`,
]

test('A1: a redirect that could leave the site goes home', () => {
  for (const value of leaving) assert.equal(safeRedirect(value), '/', JSON.stringify(value))
  for (const value of [undefined, null, 7, {}, ['/items'], { toString: () => '/items' }])
    assert.equal(safeRedirect(value), '/')
})

test('A2: what looks odd but stays on the site is kept, and is still on the site when it is resolved', () => {
  const staying: [string, string][] = [
    ['/', '/'],
    ['/items/fuji?sort=new#top', '/items/fuji?sort=new#top'],
    ['/search?q=https://evil.example', '/search?q=https://evil.example'],
    ['/a/../items', '/items'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/%5cevil.example', '/%5cevil.example'],
    ['/%09/evil.example', '/%09/evil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/作品', '/%E4%BD%9C%E5%93%81'],
  ]
  for (const [value, expected] of staying) {
    assert.equal(safeRedirect(value), expected)
    assert.equal(safeRedirect(expected), expected, 'reading it again changes nothing')
  }
})

test('A1: nothing that comes out can leave the site', () => {
  const pieces = ['/', '\\', '.', '%2f', '%5c', '\t', '@', ':', 'evil.example', '//', '..', '?', '#', 'a']
  for (const first of pieces)
    for (const second of pieces)
      for (const third of pieces)
        for (const fourth of pieces) {
          const value = `/${first}${second}${third}${fourth}`
          const url = new URL(safeRedirect(value), 'https://kura.example')
          assert.equal(url.origin, 'https://kura.example', JSON.stringify(value))
        }
})

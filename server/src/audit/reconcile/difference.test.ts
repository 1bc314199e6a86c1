import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { adviceOn, differenceKinds } from './difference.ts'

test('operators can read what to do about each kind of difference', async () => {
  const text = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const kinds = Object.keys(differenceKinds)
  assert.ok(kinds.length > 10)
  for (const kind of [...kinds, 'grant-spent']) {
    assert.match(text, new RegExp(`^\\| [^|]*\`${kind}\`[^|]*\\| [^|]+ \\| [^|]+ \\|$`, 'm'), kind)
    assert.ok(adviceOn(kind).length > 20, kind)
  }
})

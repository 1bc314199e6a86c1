import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rootFolder } from '../settings.ts'
import { findDemoPasscode } from './demo.ts'

const readTable = (name: string): string => readFileSync(join(rootFolder, 'catalogue', `${name}.yaml`), 'utf8')

test('the passcode that a start prints is one of the demo, for a pack granted by passcode', () => {
  const code = findDemoPasscode() ?? assert.fail('the demo has no passcode')
  const [, packId = ''] = new RegExp(`code: ${code}, pack: ([\\w-]+)`).exec(readTable('passcodes')) ?? []
  const [, entry = ''] = readTable('packs-given').split(`- id: ${packId}\n`)
  assert.match(entry.split('\n- id:')[0] ?? '', /^ {2}channel: passcode$/m)
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rootFolder } from '@kura/ops/settings'
import type { Kura } from './instance.ts'

/** Passes when no file that a browser gets has a secret of the server's environment, or names one. */
export async function checkNoSecrets(kura: Kura): Promise<void> {
  const server = kura.addresses().processes.find(({ name }) => name === 'server') ?? assert.fail('no server')
  const environment = (await readFile(`/proc/${server.pid}/environ`, 'utf8')).split('\0').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
  const isSecret = /SECRET|PASS|DATABASE_URL|SMTP_URL|KEY_FILE/
  const secrets = environment.filter(({ name, value }) => isSecret.test(name) && value !== '')
  const keys = await Promise.all(
    secrets
      .filter(({ name }) => name.endsWith('KEY_FILE'))
      .map(async ({ value }) => (await readFile(value, 'utf8')).trim()),
  )
  assert.ok(secrets.length >= 6 && keys.length >= 1, secrets.map(({ name }) => name).join(' '))
  const folder = join(rootFolder, 'web', 'build', readFileSync(join(rootFolder, 'web/build/current'), 'utf8'), 'client')
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(js|css|html|json|svg|map)$/.test(name),
  )
  assert.ok(names.length > 60, `${names.length} files`)
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const secret of secrets) {
      assert.ok(!text.includes(secret.value), `${name} holds ${secret.name}`)
      assert.ok(!text.includes(secret.name), `${name} names ${secret.name}`)
    }
    for (const key of keys) assert.ok(!text.includes(key), `${name} holds a key`)
    assert.doesNotMatch(
      text,
      /-----BEGIN [A-Z ]*PRIVATE KEY|\bsk_(live|test)_\w|postgres(ql)?:\/\/|process\.env\.[A-Z]*(SECRET|PASS)/,
      name,
    )
    assert.ok(!name.endsWith('.map'), 'no source map')
  }
}

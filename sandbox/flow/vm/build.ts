// Builds the Cadence engine for the embedded Flow network. Needs the Go version named in GO_VERSION; running Kura does not.
//   node sandbox/flow/vm/build.ts           writes dist/
//   node sandbox/flow/vm/build.ts --check   builds again and compares with dist/CHECKSUMS
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const GO_VERSION = 'go1.26.8'
const here = import.meta.dirname
const dist = join(here, 'dist')

const go = (folder: string, args: string[], environment: Record<string, string> = {}) =>
  execFileSync('go', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local', CGO_ENABLED: '0', ...environment },
  })

const wasm = { GOOS: 'js', GOARCH: 'wasm' }
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')

function ensureGoVersion() {
  const version = go(here, ['env', 'GOVERSION']).trim()
  if (version !== GO_VERSION)
    throw new Error(`the engine is built with ${GO_VERSION}, this is ${version}: the bytes would differ`)
}

/** The two files a node loads, freshly built, by the name they have in dist without `.br`. */
function compile(): Record<string, Buffer> {
  // The modules with the contracts also hold packages in C that are not needed to print them, hence
  // the tag.
  writeFileSync(join(here, 'standard.json'), go(join(here, 'standard'), ['run', '-tags', 'no_cgo', '.']))
  const folder = mkdtempSync(join(tmpdir(), 'kura-vm-'))
  try {
    const output = join(folder, 'cadence.wasm')
    go(here, ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w -buildid=', '-o', output, '.'], wasm)
    const loader = join(go(here, ['env', 'GOROOT']).trim(), 'lib', 'wasm', 'wasm_exec.js')
    return { 'cadence.wasm': readFileSync(output), 'wasm_exec.js': readFileSync(loader) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const compress = (data: Buffer) =>
  brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  })

type Module = { Path: string; Version?: string; Dir: string; Main?: boolean }

function linkedModules(): Module[] {
  const listed = go(
    here,
    ['list', '-deps', '-f', '{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{.Main}}{{end}}', '.'],
    wasm,
  )
  const contracts = go(join(here, 'standard'), [
    'list',
    '-m',
    '-f',
    '{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{.Main}}',
    'all',
  ])
  const rows = [...listed.split('\n'), ...contracts.split('\n').filter((row) => row.includes('/lib/go/contracts\t'))]
  const modules = new Map<string, Module>()
  for (const row of rows) {
    const [path, version, directory, main] = row.split('\t')
    const isOurs = main === 'true' || directory?.startsWith(here)
    if (path && directory && !isOurs) modules.set(path, { Path: path, Version: version, Dir: directory })
  }
  return [...modules.values()].sort((a, b) => (a.Path < b.Path ? -1 : 1))
}

/**
 * Licence and notice texts of everything inside the artefact. Equal texts are printed once, under
 * all their names.
 */
function licences(): string {
  const texts = new Map<string, string[]>()
  const add = (name: string, folder: string) => {
    const files = readdirSync(folder).filter((file) => /^(licen[sc]e|notice|copying)/i.test(file))
    if (files.length === 0) throw new Error(`${name} has no licence file`)
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8').trim()
      texts.set(text, [...(texts.get(text) ?? []), `${name} (${file})`])
    }
  }
  add(`Go ${GO_VERSION}: standard library and wasm_exec.js`, go(here, ['env', 'GOROOT']).trim())
  for (const module of linkedModules()) add(`${module.Path} ${module.Version}`, module.Dir)
  const rule = '='.repeat(80)
  return [...texts].map(([text, names]) => `${rule}\n${names.join('\n')}\n${rule}\n\n${text}\n`).join('\n')
}

function build() {
  const files = compile()
  mkdirSync(dist, { recursive: true })
  const sums = Object.entries(files).map(([name, data]) => {
    writeFileSync(join(dist, `${name}.br`), compress(data))
    return `${sha256(data)}  ${name}\n`
  })
  writeFileSync(join(dist, 'CHECKSUMS'), sums.join(''))
  writeFileSync(join(dist, 'LICENSES.txt'), licences())
}

/**
 * Compares the uncompressed bytes: those are what runs, and compressors differ between versions.
 */
function check() {
  const expected = readFileSync(join(dist, 'CHECKSUMS'), 'utf8')
  const built = Object.entries(compile()).map(([name, data]) => `${sha256(data)}  ${name}\n`)
  if (built.join('') !== expected) throw new Error(`not reproduced:\n${built.join('')}expected:\n${expected}`)
}

ensureGoVersion()
if (process.argv.includes('--check')) check()
else build()
console.log(process.argv.includes('--check') ? 'dist is reproduced byte for byte' : `written to ${dist}`)

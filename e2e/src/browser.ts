import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import Chromium, { inflate } from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

/**
 * Only what a machine without a desktop needs. The package's own arguments switch off web security,
 * so that tests prove nothing.
 */
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts Chromium as members have it: web security, site isolation and content security policy on.
 */
export async function startBrowser(): Promise<Browser> {
  const { executablePath, libraryPath } = await unpackedChromium()
  const libraries = [libraryPath, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  return chromium.launch({
    executablePath,
    args: browserArguments,
    env: { ...definedOnly(process.env), ...(libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraries }) },
  })
}

type Unpacked = { executablePath: string; libraryPath: string | undefined }

/**
 * The browser of the package, unpacked once per version and user; with its bundled libraries where
 * the machine lacks some.
 */
async function unpackedChromium(): Promise<Unpacked> {
  const folder = join(tmpdir(), `kura-chromium-${chromiumVersion()}-${userInfo().uid}`)
  if (!existsSync(folder)) await unpack(folder)
  const executablePath = join(folder, 'chromium')
  const libraryPath = join(folder, 'al2023', 'lib')
  if (spawnSync(executablePath, ['--version']).status === 0) return { executablePath, libraryPath: undefined }
  return { executablePath, libraryPath }
}

/**
 * Unpacks beside and renames: several test processes may start at once, none may find half a
 * browser.
 */
async function unpack(folder: string): Promise<void> {
  const before = process.env['TMPDIR']
  await mkdir(dirname(folder), { recursive: true })
  const staging = await mkdtemp(`${folder}-`)
  try {
    // the package unpacks into the folder for temporary files and takes no other
    process.env['TMPDIR'] = staging
    await Chromium.executablePath()
    await inflate(join(packageFolder(), 'bin', 'al2023.tar.br'))
    await rename(staging, folder)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

const require = createRequire(import.meta.url)
const packageFolder = (): string => dirname(dirname(require.resolve('@sparticuz/chromium')))

function chromiumVersion(): string {
  const { version } = require(join(packageFolder(), 'package.json')) as { version: string }
  return version
}

const definedOnly = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined))

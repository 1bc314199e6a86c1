import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeEmbedded, stopEmbedded } from '@kura/db/embedded'
import { rootFolder } from '../settings.ts'
import { endChild, listChildren } from '../supervisor/run-files.ts'
import { runningSupervisor } from '../supervisor/instance.ts'

export type Clone = {
  folder: string
  /** The name of a new data folder; processes that run on it end with the clone. */
  home: () => string
  remove: () => Promise<void>
}

/**
 * Hard-links the packages: real files below the clone at little cost, so that its workspaces
 * resolve to its own code.
 */
function linkPackages(target: string) {
  const source = join(rootFolder, 'node_modules')
  try {
    execFileSync('cp', ['-al', source, target], { stdio: 'ignore' })
  } catch {
    // Temporary folders may lie on another disk, where no hard link reaches.
    rmSync(target, { recursive: true, force: true })
    execFileSync('cp', ['-a', source, target], { stdio: 'ignore' })
  }
}

function giveFolders(folder: string, owner: number) {
  execFileSync('chown', ['-R', `${owner}:${owner}`, join(folder, 'kura', '.git')])
  execFileSync('find', [folder, '-type', 'd', '-exec', 'chown', `${owner}:${owner}`, '{}', '+'])
}

async function endHome(home: string) {
  const supervisor = runningSupervisor(home)
  if (supervisor) await endChild(supervisor, 1000)
  await Promise.all(listChildren(home).map((child) => endChild(child.process, 1000)))
  const dataDir = join(home, 'postgres')
  await stopEmbedded({ dataDir })
  removeEmbedded(dataDir)
}

/** A clone of the last commit in a new temporary folder (mode 0700) with the packages installed. */
export function makeClone(options: { owner?: number } = {}): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'kura-clone-'))
  const kura = join(folder, 'kura')
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', rootFolder, kura], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  linkPackages(join(kura, 'node_modules'))
  const build = join(rootFolder, 'web', 'build')
  // Pages of exactly the same sources need no second build; others get one, because their stamp
  // differs.
  if (existsSync(build)) cpSync(build, join(kura, 'web', 'build'), { recursive: true })
  if (options.owner !== undefined) {
    chownSync(folder, options.owner, options.owner)
    giveFolders(folder, options.owner)
  }
  const homes: string[] = []
  return {
    folder: kura,
    home: () => {
      const home = join(folder, `home-${homes.length + 1}`)
      homes.push(home)
      return home
    },
    remove: async () => {
      for (const home of homes) await endHome(home)
      // a program that was ended just now may still have written something
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
  }
}

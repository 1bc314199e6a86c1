import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseError } from './database-error.ts'

/**
 * How initdb and postgres are run: they refuse root, so root uses a user namespace or another user.
 */
export type Launch = {
  /** Arguments before the command. */
  prefix: string[]
  uid?: number
  gid?: number
  /** The folder with bin/, lib/, share/ as this user reaches it. */
  native: string
  /** The data folder as this user reaches it. */
  dataDir: string
  /** A sentence for the person who started it, when something is not where they expect it. */
  notice?: string
}

type User = { name: string; uid: number; gid: number }

const isRoot = () => process.getuid?.() === 0

/** Where data and binaries go when no other user can reach the given place. */
const commonPlace = '/var/lib/kura'

function otherUser(): User {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.name !== '' && user.uid > 0)
  // initdb finds its user by name, so it must be a user of this machine.
  const user = users.find((one) => one.name === 'nobody') ?? users.at(-1)
  if (user) return user
  throw new DatabaseError(
    'NO_PERMISSION',
    'PostgreSQL refuses to run as root, and this machine has no other user.',
    'Add a user and start Kura as that one, or set DATABASE_URL.',
  )
}

const can = (user: User, flag: '-x' | '-w', path: string) =>
  spawnSync('test', [flag, path], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0

function namespaceWorks(prefix: string[], native: string): boolean {
  const [command = '', ...words] = prefix
  return spawnSync(command, [...words, join(native, 'bin', 'postgres'), '--version'], { cwd: '/' }).status === 0
}

/** Copies the binaries once to where every user can run them. */
function copyBinaries(native: string): string {
  const stamp = statSync(join(native, 'bin', 'postgres'))
  const target = join(commonPlace, `postgresql-${stamp.size}`)
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  mkdirSync(commonPlace, { recursive: true, mode: 0o755 })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(draft, target)
  } catch {
    // Another start was quicker with the same copy.
    rmSync(draft, { recursive: true, force: true })
  }
  return target
}

const pointerOf = (dataDir: string) => `${dataDir}.place`

/** The actual folder of the data: `dataDir`, unless an earlier start as root moved it. */
export function placeOf(dataDir: string): string {
  try {
    return readFileSync(pointerOf(dataDir), 'utf8').trim()
  } catch {
    return dataDir
  }
}

function asOtherUser(native: string, dataDir: string, user: User): Launch {
  mkdirSync(dirname(dataDir), { recursive: true })
  const moved: string[] = []
  let reachableNative = native
  if (!can(user, '-x', join(native, 'bin', 'postgres'))) {
    reachableNative = copyBinaries(native)
    moved.push(`its programs in ${reachableNative}`)
  }
  let place = placeOf(dataDir)
  if (place === dataDir && !can(user, '-x', dirname(dataDir))) {
    place = join(commonPlace, createHash('sha256').update(dataDir).digest('hex').slice(0, 16), 'postgres')
    writeFileSync(pointerOf(dataDir), `${place}\n`)
  }
  if (place !== dataDir) {
    mkdirSync(dirname(place), { recursive: true, mode: 0o711 })
    moved.push(`its data in ${place}`)
  }
  const where = moved.length === 0 ? '' : `, ${moved.join(' and ')}, because that user cannot reach this folder`
  return {
    prefix: [],
    uid: user.uid,
    gid: user.gid,
    native: reachableNative,
    dataDir: place,
    notice: `PostgreSQL refuses root and user namespaces are not allowed here: it runs as ${user.name}${where}.`,
  }
}

function ownerOf(path: string): User | undefined {
  const stat = existsSync(path) ? statSync(path) : undefined
  return stat && stat.uid !== 0 ? { name: `user ${stat.uid}`, uid: stat.uid, gid: stat.gid } : undefined
}

/** Decides how PostgreSQL runs for this user, this data folder and this machine. */
export function planLaunch(options: { native: string; dataDir: string; namespaces?: boolean }): Launch {
  const { native, dataDir } = options
  if (!isRoot()) return { prefix: [], native, dataDir }
  const owner = ownerOf(placeOf(dataDir))
  if (owner) return asOtherUser(native, dataDir, owner)
  const user = otherUser()
  const prefix = ['unshare', '--user', `--map-user=${user.uid}`, '--']
  if (options.namespaces !== false && namespaceWorks(prefix, native)) return { prefix, native, dataDir }
  return asOtherUser(native, dataDir, user)
}

/** Gives a file or folder to the user that PostgreSQL runs as. */
export function giveTo(launch: Launch, path: string) {
  if (launch.uid !== undefined && launch.gid !== undefined) chownSync(path, launch.uid, launch.gid)
}

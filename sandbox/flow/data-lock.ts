import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A socket, not a file with a process id: the system releases it however the process dies.
function lockPath(folder: string): string {
  const name = `kura-flow-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

const isHeld = (path: string) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })

const listen = (path: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => resolve(server.unref()))
  })

/** Locks the folder for this process; throws while another one holds it. Returns its release. */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = lockPath(folder)
  if (await isHeld(path)) throw new Error(`${folder} is in use by another node`)
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const server = await listen(path)
  return () => {
    server.close()
  }
}

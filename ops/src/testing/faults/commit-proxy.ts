import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type CommitProxy = {
  /** The address of the database through the proxy. */
  url: string
  /**
   * Loses the responses to the next `count` COMMITs: the database has committed, but the sender
   * does not know.
   */
  loseCommits: (count: number) => void
  lost: () => number
  close: () => Promise<void>
}

/** A proxy between a server process and PostgreSQL that cuts a connection right after a COMMIT. */
export async function openCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  let toLose = 0
  let lost = 0
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    let isCut = false
    const end = () => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', () => (open.delete(socket), end()))
    }
    client.on('data', (chunk) => {
      if (toLose > 0 && /commit\0/i.test(chunk.toString('latin1'))) {
        toLose -= 1
        lost += 1
        isCut = true
        // its response arrives here and is not forwarded
        database.once('data', end)
      }
      database.write(chunk)
    })
    database.on('data', (chunk) => isCut || client.write(chunk))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    loseCommits: (count) => void (toLose = count),
    lost: () => lost,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

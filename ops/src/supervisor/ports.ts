import { createServer } from 'node:net'
import { freePort } from '@kura/db/embedded-launch'
import { Problem } from '../problem.ts'

/** The distance between the ports of two parallel starts. */
const stepToNext = 10

/** Whether a port is free on all addresses of this machine. */
export function isFree(port: number, host = '::'): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      // On a machine without IPv6, try IPv4.
      else if (error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL')
        resolve(host === '::' && isFree(port, '0.0.0.0'))
      else if (error.code === 'EACCES')
        reject(new Problem(`Port ${port} is reserved for root.`, 'Set PORT to 1024 or above.', error))
      else reject(error)
    })
    server.listen({ port, host }, () => server.close(() => resolve(true)))
  })
}

/** Fails with a sentence when the app's port is taken, and proposes a free one. */
export async function requirePort(port: number) {
  if (await isFree(port)) return
  let other = port + stepToNext
  while (other < 65_000 && !(await isFree(other))) other += stepToNext
  throw new Problem(
    `Port ${port} is taken by another program.`,
    `Close that program, or start with another one: PORT=${other} npm start`,
  )
}

/**
 * Returns a function that picks ports, none twice: the preferred one if free, else the same place
 * in the next tens, else any free one. Any free one comes last: the system may give such a port to
 * a passing connection first.
 */
export function portPicker() {
  const given = new Set<number>()
  return async (preferred: number): Promise<number> => {
    let port = preferred
    while (port <= 65_535 && (given.has(port) || !(await isFree(port)))) port += stepToNext
    while (port > 65_535 || given.has(port)) port = await freePort()
    given.add(port)
    return port
  }
}

import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type RawSocket = {
  socket: Socket
  /** What has come so far. */
  received: () => string
  /** Resolves with all that came when the connection is over, however it ended. */
  ended: Promise<string>
}

/** Has an app listen on a port of its own; the port. */
export async function listenRaw(http: FastifyInstance): Promise<number> {
  await http.listen({ host: '127.0.0.1', port: 0 })
  return (http.server.address() as AddressInfo).port
}

/** A connection that sends exactly the bytes of a test, without an HTTP client. */
export async function openRaw(port: number, text = '', localAddress = '127.0.0.1'): Promise<RawSocket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  // a reset is an end like any other
  socket.on('error', () => {})
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()))
  socket.write(text)
  return { socket, received: () => received, ended }
}

/** Sends a piece every few milliseconds until the connection is over. */
export function drip({ socket }: RawSocket, everyMs = 20, piece = 'x'): void {
  // one that is over already says so no more
  if (socket.destroyed) return
  const timer = setInterval(() => socket.write(piece), everyMs)
  socket.once('close', () => clearInterval(timer))
}

/** Sends one request target as it is and reads status, headers and body of the answer. */
export async function askRaw(port: number, target: string, headers: readonly string[] = ['Host: localhost']) {
  const lines = [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', '']
  const { ended } = await openRaw(port, lines.join('\r\n'))
  const [head = '', ...rest] = (await ended).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') }
}

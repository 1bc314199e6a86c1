import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * The script of pages in development. The stream ends with its process and names another run when
 * it is back. A browser that gave up on a stopped server tries again.
 */
export const reloadScript = `let first
const listen = () => {
  const stream = new EventSource('/dev/reload')
  stream.onmessage = ({ data }) => {
    first ??= data
    if (data !== first) location.reload()
  }
  stream.onerror = () => {
    if (stream.readyState === 2) setTimeout(listen, 500)
  }
}
listen()
`

const tag = '<script type="module" src="/dev/reload.js"></script>'

/**
 * Development only: every page gets a script that reloads it once another run of the server is up.
 * The server restarts for its own changes and for newly built pages, so its start is the only
 * signal.
 */
export function devReload(app: FastifyInstance, run: string = randomUUID()): void {
  const streams = new Set<PassThrough>()
  // ahead of everything: the pages must come uncompressed to take the script
  app.addHook('onRequest', (request, _reply, done) => {
    delete request.headers['accept-encoding']
    done()
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    if (!isPage || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload
    return String(payload).replace('</head>', `${tag}</head>`)
  })
  app.get('/dev/reload.js', (_request, reply) =>
    reply.type('text/javascript').header('cache-control', 'no-store').send(reloadScript),
  )
  app.get('/dev/reload', (_request, reply) => {
    const stream = new PassThrough()
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
    stream.write(`retry: 300\ndata: ${run}\n\n`)
    return reply.type('text/event-stream').header('cache-control', 'no-store').send(stream)
  })
  // A stream never ends by itself, and closing waits for what is under way.
  app.addHook('preClose', (done) => {
    for (const stream of streams) stream.end()
    done()
  })
}

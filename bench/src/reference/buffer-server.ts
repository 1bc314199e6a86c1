import { Agent, get } from 'node:http'
import { given, serve } from './serve.ts'

// Fastify with the bytes of a page in memory: the fastest a page can be served.
const { url } = given<{ url: string }>()
const plain = await bytesOf({})
const brotli = await bytesOf({ 'accept-encoding': 'br' })

await serve((app) => {
  app.get('/*', (request, reply) => {
    reply.header('content-type', 'text/html; charset=utf-8')
    if (request.headers['accept-encoding'] !== 'br') return reply.send(plain)
    return reply.header('content-encoding', 'br').send(brotli)
  })
})

/** The body exactly as sent; `fetch` would decompress it. */
function bytesOf(headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { agent: new Agent(), headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })
}

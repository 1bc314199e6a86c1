import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const contentTypes: Record<string, string> = {
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * The few files of a build that have an address of their own, such as `/icon.png`. Their names never change, so they are kept for a
 * day and then asked for again by their tag. Anything of another kind stays unserved.
 */
export async function publicFiles(app: FastifyInstance, { folder }: { folder: string }): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue
    const body = await readFile(join(folder, name))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    app.get(`/${name}`, (request, reply) => {
      reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(contentType).send(body)
    })
  }
}

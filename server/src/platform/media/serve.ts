import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError, errorBody } from '@kura/contract/errors'

const types = { avif: 'image/avif', webp: 'image/webp' } as const
/** The only names there are; nothing else ever reaches the file system. */
const fileName = /^[0-9a-f]{32}-[1-9][0-9]{0,3}\.(avif|webp)$/

/**
 * `/images/media/<id>-<width>.<avif|webp>`. The content behind a name never changes, so browsers
 * and proxies may keep it.
 */
export async function mediaPlugin(app: FastifyInstance, { mediaDir }: { mediaDir: string }): Promise<void> {
  app.get<{ Params: { file: string } }>('/images/media/:file', { exposeHeadRoute: true }, (request, reply) =>
    sendFile(mediaDir, request.params.file, reply),
  )
}

async function sendFile(mediaDir: string, name: string, reply: FastifyReply): Promise<FastifyReply> {
  const type = fileName.exec(name)?.[1]
  if (type !== 'avif' && type !== 'webp') return sendNotFound(reply)
  try {
    const file = await open(join(mediaDir, name), 'r')
    const { size } = await file.stat()
    return await reply
      .headers({
        'content-type': types[type],
        'content-length': size,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'",
      })
      .send(file.createReadStream())
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return sendNotFound(reply)
    throw error
  }
}

const sendNotFound = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send(errorBody(new AppError('NOT_FOUND')))

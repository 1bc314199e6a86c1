import type { FastifyInstance } from 'fastify'
import { ensure } from '@kura/contract/errors'
import { UserId } from '@kura/contract/ids'
import type { Deps } from '../../deps.ts'
import { sendLinkPicture } from '../../platform/media/link-picture.ts'
import { findProfileFacts } from './queries.ts'

type PictureDeps = Pick<Deps, 'sql' | 'env'>

/**
 * `/images/profiles/<member id>.jpg`: what other sites show of a profile that is sent to somebody.
 * Pieces of the showcase, or the latest ones if the collection is public, above name and handle.
 * Fails with NOT_FOUND.
 */
export async function profilePicturePlugin(app: FastifyInstance, { deps }: { deps: PictureDeps }): Promise<void> {
  app.get<{ Params: { file: string } }>('/images/profiles/:file', { exposeHeadRoute: true }, async (request, reply) => {
    const userId = UserId.safeParse(/^([0-9a-f-]{36})\.jpg$/.exec(request.params.file)?.[1]).data
    const facts = userId === undefined ? undefined : await findProfileFacts(deps.sql, userId)
    ensure(facts, 'NOT_FOUND')
    const { name, handle, pieces } = facts
    const line = handle === null ? null : `@${handle}`
    return sendLinkPicture(deps, request, reply, { title: name, line, pieces })
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ensure } from '@kura/contract/errors'
import { Slug } from '@kura/contract/ids'
import type { Deps } from '../../deps.ts'
import type { LocalApi } from '../../platform/http/call-runner.ts'
import { sendLinkPicture } from '../../platform/media/link-picture.ts'
import type { LinkFacts } from '../../platform/media/link-picture.ts'

type Kind = 'items' | 'packs'
type FileRequest = FastifyRequest<{ Params: { file: string } }>

/**
 * `/images/cards/items/<id>.jpg` and `/images/cards/packs/<id>.jpg`: what other sites show of an
 * item or pack that is sent to somebody. Fails with NOT_FOUND.
 */
export async function linkPicturePlugin(
  app: FastifyInstance,
  { deps, api }: { deps: Pick<Deps, 'sql' | 'env'>; api: LocalApi },
): Promise<void> {
  for (const kind of ['items', 'packs'] as const)
    app.get(`/images/cards/${kind}/:file`, { exposeHeadRoute: true }, async (request, reply) => {
      const id = Slug.safeParse(/^(.+)\.jpg$/.exec((request as FileRequest).params.file)?.[1]).data
      const facts = id === undefined ? undefined : await factsOf(api, kind, id)
      ensure(facts, 'NOT_FOUND')
      return sendLinkPicture(deps, request, reply, facts)
    })
}

async function factsOf(api: LocalApi, kind: Kind, id: string): Promise<LinkFacts | undefined> {
  if (kind === 'items') {
    const found = await api('showItem', { params: { itemId: id }, query: {} })
    if (!found.ok) return undefined
    const { name, seriesName, picture } = found.data
    return { title: name.ja, line: `${name.en} · ${seriesName.ja}`, pieces: [picture] }
  }
  const found = await api('showPack', { params: { packId: id }, query: {} })
  if (!found.ok) return undefined
  const { name, picture } = found.data
  return { title: name.ja, line: name.en, pieces: [picture] }
}

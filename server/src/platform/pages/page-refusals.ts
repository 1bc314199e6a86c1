import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { LocalApi } from '../http/call-runner.ts'
import { finishPage, sendPage } from './finish-page.ts'
import type { Rendered } from './finish-page.ts'
import { nowhere, toWebRequest, variantOf } from './page-address.ts'
import type { PageVariant } from './page-address.ts'
import { siteConfig } from './render-page.ts'
import type { PageRefusalCode, PageRenderer } from './render-page.ts'

type RefusalDeps = { deps: Pick<Deps, 'env' | 'metrics'>; api: LocalApi; renderer: PageRenderer }
export type PageRefusals = ReturnType<typeof pageRefusals>

/**
 * The pages that say why no page is shown: one for each reason, language and theme, rendered when
 * first needed and kept while the process lives. They have no scripts, so that they cost almost
 * nothing on both sides.
 */
export function pageRefusals({ deps, api, renderer }: RefusalDeps) {
  const site = siteConfig(deps.env)
  const nonce = randomBytes(24).toString('base64url')
  const pages = new Map<string, Promise<Rendered>>()

  const render = async (refusal: PageRefusalCode, variant: PageVariant): Promise<Rendered> => {
    const request = toWebRequest(nowhere, deps.env.PUBLIC_URL, variant)
    return finishPage(deps.env, await renderer.render(request, { api, site, nonce, refusal, ...variant }), nonce)
  }
  const pageOf = (refusal: PageRefusalCode, variant: PageVariant): Promise<Rendered> => {
    const key = `${refusal} ${variant.language} ${variant.theme}`
    const made = pages.get(key) ?? render(refusal, variant)
    pages.set(key, made)
    made.catch(() => pages.delete(key))
    return made
  }

  return {
    /**
     * Sends it. To scripts that asked for the data of a page the status says it all: the page they
     * are in has the words.
     */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      refusal: PageRefusalCode,
      retrySeconds?: number,
    ): Promise<FastifyReply> {
      deps.metrics.pageRefusals.inc({ code: refusal })
      reply.header('cache-control', 'no-store')
      if (!(request.raw.url ?? '').split('?')[0]?.endsWith('.data'))
        return sendPage(request, reply, await pageOf(refusal, variantOf(request)), retrySeconds)
      if (retrySeconds !== undefined) reply.header('retry-after', retrySeconds)
      return reply.code(errors[refusal].status).type('text/plain; charset=utf-8').send(errors[refusal].message)
    },
  }
}

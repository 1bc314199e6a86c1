import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../../env.ts'
import { blessScripts, contentSecurityPolicy } from './csp.ts'
import type { KeptPage } from './kept-pages.ts'

const compress = promisify(brotliCompress)

/** Compresses when it is first asked for: who takes no brotli does not pay for it. */
function compressOnce(body: Buffer): () => Promise<Buffer> {
  let made: Promise<Buffer> | undefined
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    // no window larger than a page: the usual one of 4 MB is made and thrown away for each
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return () => (made ??= compress(body, { params }))
}

/** A page as it was rendered just now, or is sent in place of one. */
export type Rendered = { page: KeptPage; location: string | undefined }

/**
 * A finished page: its scripts named by hash, its tag and its compressed form. A page of a failure
 * says by which id the log has it.
 */
export async function finishPage(env: Env, response: Response, nonce: string, requestId?: string): Promise<Rendered> {
  const contentType = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
  const isHtml = contentType.startsWith('text/html')
  const raw = Buffer.from(await response.arrayBuffer()).toString('utf8')
  const { html, hashes } = isHtml ? blessScripts(raw, nonce) : { html: raw, hashes: [] }
  const isFailure = response.status >= 500 && requestId !== undefined
  const body = Buffer.from(isFailure ? html.replace('<html ', `<html data-request-id="${requestId}" `) : html)
  const tags = (response.headers.get('x-kura-tags') ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  const page: KeptPage = {
    status: response.status,
    body,
    brotli: compressOnce(body),
    contentType,
    csp: isHtml ? contentSecurityPolicy(env, hashes) : "default-src 'none'",
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    isHidden: !isHtml || response.status >= 400 || html.includes('<meta name="robots" content="noindex"'),
    tags,
    keptAt: performance.now(),
  }
  return { page, location: response.headers.get('location') ?? undefined }
}

/**
 * Sends a finished page, or says that the browser has it. `retrySeconds`: when one that is not
 * shown now may be.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, location }: Rendered,
  retrySeconds?: number,
): Promise<FastifyReply> {
  if (location !== undefined) reply.header('location', location)
  if (retrySeconds !== undefined) reply.header('retry-after', retrySeconds)
  if (page.isHidden) reply.header('x-robots-tag', 'noindex')
  reply
    .header('content-security-policy', page.csp)
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie, accept-language, accept-encoding')
    .header('etag', page.etag)
  const { status } = page
  if (status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (takesBrotli) reply.header('content-encoding', 'br')
  return reply
    .code(status)
    .header('content-type', page.contentType)
    .send(takesBrotli ? await page.brotli() : page.body)
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import type { Deps } from '../../deps.ts'
import { limitRate, sourceOf } from '../http/limit-rate.ts'
import { limitConcurrency } from '../limit-concurrency.ts'
import { fontFile } from './font.ts'

/** What the picture of a link shows: pieces above a title and, smaller, a line. */
export type LinkFacts = { title: string; line: string | null; pieces: readonly StoredPicture[] }
export type StoredPicture = { id: string; sizes: readonly number[] }

const [width, height] = [1200, 630]
const margin = 56
/** Above it are the pieces, below it the words. */
const bandAt = 470
const pieceHeight = 358
const gap = 28
const colour = { ground: '#f3f0ea', band: '#fbfaf7', text: '#1b1a19', soft: '#6b6868', brand: '#2b3a67' }

// of this process: a link that is sent around is drawn once
const drawn = new Map<string, Buffer>()
const drawnMost = 32
const inTurn = limitConcurrency({ most: 1, mostWaiting: 8, code: 'SERVICE_UNAVAILABLE' })

/**
 * Sends the picture that other sites show of a link, 1200 × 630. It is drawn again only when it
 * would differ. Fails with TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE.
 */
export async function sendLinkPicture(
  deps: Pick<Deps, 'sql' | 'env'>,
  request: FastifyRequest,
  reply: FastifyReply,
  facts: LinkFacts,
): Promise<FastifyReply> {
  const key = createHash('sha256')
    .update(JSON.stringify([deps.env.SITE_NAME, facts]))
    .digest('base64url')
  reply.headers({ etag: `"${key}"`, 'cache-control': 'public, max-age=600', 'content-type': 'image/jpeg' })
  if (request.headers['if-none-match'] === `"${key}"`) return reply.code(304).send()
  const kept = drawn.get(key)
  if (kept) return reply.send(kept)
  await limitRate(deps, 'profilePicturePerSource', sourceOf(request.ip))
  const picture = await inTurn(() => drawLink(deps.env, facts))
  drawn.set(key, picture)
  const [oldest] = drawn.keys()
  if (drawn.size > drawnMost && oldest !== undefined) drawn.delete(oldest)
  return reply.send(picture)
}

type Site = Pick<Deps['env'], 'MEDIA_DIR' | 'SITE_NAME'>

async function drawLink(site: Site, { title: name, line, pieces }: LinkFacts): Promise<Buffer> {
  const lines = line === null ? [] : [await written(line, 28, colour.soft, 700)]
  const parts: OverlayOptions[] = [
    {
      input: { create: { width, height: height - bandAt, channels: 3, background: colour.band } },
      left: 0,
      top: bandAt,
    },
    ...(await laidOut(site.MEDIA_DIR, pieces)),
  ]
  const title = await written(name === '' ? site.SITE_NAME : name, 46, colour.text, 780)
  const brand = await written(site.SITE_NAME, 34, colour.brand, 240)
  const block = title.height + lines.reduce((sum, each) => sum + each.height + 14, 0)
  let top = bandAt + Math.round((height - bandAt - block) / 2)
  for (const each of [title, ...lines]) {
    parts.push({ input: each.data, left: margin, top })
    top += each.height + 14
  }
  const middle = bandAt + Math.round((height - bandAt - brand.height) / 2)
  parts.push({ input: brand.data, left: width - margin - brand.width, top: middle })
  return sharp({ create: { width, height, channels: 3, background: colour.ground } })
    .composite(parts)
    .jpeg({ quality: 84 })
    .toBuffer()
}

/** The pieces side by side in the middle, none of them cropped. */
async function laidOut(mediaDir: string, pieces: readonly StoredPicture[]): Promise<OverlayOptions[]> {
  const most = Math.floor((width - 2 * margin - (pieces.length - 1) * gap) / Math.max(1, pieces.length))
  const made = await Promise.all(pieces.map((piece) => shrunk(mediaDir, piece, most)))
  const found = made.filter((piece) => piece !== undefined)
  let left = Math.round((width - found.reduce((sum, piece) => sum + piece.width + gap, -gap)) / 2)
  return found.map(({ data, ...size }) => {
    const at = { input: data, left, top: Math.round((bandAt - size.height) / 2) }
    left += size.width + gap
    return at
  })
}

type Part = { data: Buffer; width: number; height: number }

/** Undefined when its file is gone. */
async function shrunk(mediaDir: string, { id, sizes }: StoredPicture, most: number): Promise<Part | undefined> {
  const size = sizes.find((each) => each >= most) ?? sizes.at(-1)
  const file = await readFile(join(mediaDir, `${id}-${size}.webp`)).catch(() => undefined)
  if (!file) return undefined
  const { data, info } = await sharp(file)
    .resize({ width: most, height: pieceHeight, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A line of text no wider than `most`: one that is longer gets smaller. */
async function written(text: string, size: number, foreground: string, most: number): Promise<Part> {
  const span = `<span foreground="${foreground}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`
  const line = sharp({ text: { text: span, font: `Noto Sans JP ${size}`, fontfile: fontFile, rgba: true, dpi: 72 } })
  const { data, info } = await line.png().toBuffer({ resolveWithObject: true })
  if (info.width <= most) return { data, width: info.width, height: info.height }
  const made = await sharp(data).resize({ width: most }).png().toBuffer({ resolveWithObject: true })
  return { data: made.data, width: made.info.width, height: made.info.height }
}

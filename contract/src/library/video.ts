import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, Uuid, Words } from '../ids.ts'
import { paths } from '../paths.ts'
import { OwnerContentId } from './content.ts'

const token = z.strictObject({ token: z.string().min(1).max(400) })
const streamErrors = [
  'TOKEN_NOTFOUND',
  'TOKEN_EXPIRED',
  'FORBIDDEN',
  'STREAM_TAKEN',
  'NOT_FOUND',
  'SERVICE_UNAVAILABLE',
] as const

export const reserveVideo = endpoint(paths.reserveVideo, {
  summary:
    'Reserves the stream of a video for one player. A token has one stream at a time: the reservation before is ended. It lasts two minutes, and as long as it is played. NOT_FOUND for a content that is no video.',
  body: z.strictObject({ ownerContentId: OwnerContentId }),
  output: z.object({ reserveId: Uuid, expiresAt: Instant }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const showVideo = endpoint(paths.showVideo, {
  summary:
    'The stream of a reservation, by its id in the header, and renews it: a player calls it every 10 seconds. FORBIDDEN when the token is not the caller’s any more, STREAM_TAKEN when another player reserved it, TOKEN_EXPIRED: reserve again.',
  headers: z.object({ 'x-content-video-reserve-id': Uuid }),
  output: z.object({
    /** HLS, encrypted with keys of this reservation. */
    videoUrl: z.url(),
    expiresAt: Instant,
    ownerContentId: OwnerContentId,
    name: Words,
    itemName: Words,
    seconds: z.int(),
    /** Where the member left off; null before the first time. */
    second: z.int().nullable(),
    posterUrl: z.string().nullable(),
    captions: z.array(z.object({ language: z.string(), url: z.string() })),
    /** There is a second sound, which describes what is seen. */
    hasDescription: z.boolean(),
  }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'STREAM_TAKEN', 'TOKEN_EXPIRED', 'SERVICE_UNAVAILABLE'],
})

export const showVideoPlaylist = endpoint(paths.showVideoPlaylist, {
  summary: 'A playlist of a reservation. The address is signed and stands for the session; the right is checked again.',
  query: token,
  output: z.instanceof(Uint8Array),
  media: 'application/vnd.apple.mpegurl',
  errors: streamErrors,
})

export const showVideoKey = endpoint(paths.showVideoKey, {
  summary: 'The key of one track in one reservation. Its address works for two minutes.',
  query: token,
  output: z.instanceof(Uint8Array),
  media: 'application/octet-stream',
  errors: streamErrors,
})

export const showVideoSegment = endpoint(paths.showVideoSegment, {
  summary: 'A piece of a video, encrypted with the key of the reservation. It renews the reservation.',
  query: token,
  output: z.instanceof(Uint8Array),
  media: 'video/mp2t',
  errors: streamErrors,
})

export const showVideoCaptions = endpoint(paths.showVideoCaptions, {
  summary: 'The captions of a video in one language, as WebVTT.',
  query: token,
  output: z.instanceof(Uint8Array),
  media: 'text/vtt; charset=utf-8',
  errors: streamErrors,
})

export const keepVideoPlace = endpoint(paths.keepVideoPlace, {
  summary: 'Keeps where the member watches, for every device. NOT_FOUND when the video is shorter.',
  params: z.object({ ownerContentId: OwnerContentId }),
  body: z.strictObject({ second: z.int().min(0).max(100_000) }),
  output: z.object({ second: z.int() }),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

import type { StreamKind } from './address.ts'
import type { VideoManifest } from './package-video.ts'

type Sign = (kind: StreamKind, file: string) => string

const soundCodec = 'mp4a.40.2'

/** The playlist that names the pictures and sounds of a video (RFC 8216). */
export function masterPlaylist({ videos, sounds }: VideoManifest, sign: Sign): string {
  const [firstSound] = sounds
  const media = sounds.map(({ name }) =>
    [
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound"',
      `NAME="${name}"`,
      `DEFAULT=${name === firstSound?.name ? 'YES' : 'NO'}`,
      'AUTOSELECT=YES',
      ...(name === 'description' ? ['CHARACTERISTICS="public.accessibility.describes-video"'] : []),
      `URI="${sign('playlist', name)}"`,
    ].join(','),
  )
  const soundBits = Math.max(0, ...sounds.map(({ bitsPerSecond }) => bitsPerSecond))
  const streams = videos.flatMap(({ name, width, height, bitsPerSecond, codec }) => {
    const codecs = codec === undefined ? [] : [`CODECS="${[codec, ...(firstSound ? [soundCodec] : [])].join(',')}"`]
    const facts = [`BANDWIDTH=${bitsPerSecond + soundBits}`, `RESOLUTION=${width}x${height}`, ...codecs]
    return [
      `#EXT-X-STREAM-INF:${[...facts, ...(firstSound ? ['AUDIO="sound"'] : [])].join(',')}`,
      sign('playlist', name),
    ]
  })
  return `${['#EXTM3U', '#EXT-X-VERSION:4', '#EXT-X-INDEPENDENT-SEGMENTS', ...media, ...streams].join('\n')}\n`
}

/** The pieces of one track, with the address of the key of this reservation. */
export function trackPlaylist({ name, pieces }: { name: string; pieces: number[] }, sign: Sign): string {
  const lines = pieces.flatMap((seconds, at) => [`#EXTINF:${seconds.toFixed(6)},`, sign('segment', `${name}/${at}`)])
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:4',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...pieces))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-KEY:METHOD=AES-128,URI="${sign('key', name)}"`,
    ...lines,
    '#EXT-X-ENDLIST',
  ].join('\n')}\n`
}

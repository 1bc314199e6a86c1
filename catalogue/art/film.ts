import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { allPieces } from './pieces.ts'
import { randomFrom } from './random.ts'
import { renderPiece } from './render.ts'

const ffmpeg = createRequire(import.meta.url).resolve('@ffmpeg-installer/linux-x64/ffmpeg')
const size = { width: 640, height: 360 }
const rate = 12
const sampleRate = 32_000
const sceneSeconds = 4
const fadeSeconds = 0.75

/** Where the camera is: the middle of what is shown (0 to 1), and how close it is. */
type View = readonly [x: number, y: number, zoom: number]
/** 月の夜: five pieces, the camera moves over each for four seconds. */
const scenes: readonly (readonly [piece: string, from: View, to: View])[] = [
  ['moon-kura', [0.5, 0.75, 1], [0.5, 0.35, 1.15]],
  ['moon-bamboo', [0.5, 0.3, 1.3], [0.5, 0.6, 1.05]],
  ['moon-lanterns', [0.35, 0.7, 1.5], [0.65, 0.6, 1.5]],
  ['moon-rabbit', [0.5, 0.6, 1.6], [0.5, 0.5, 1]],
  ['water-great-wave', [0.5, 0.6, 1.3], [0.5, 0.45, 1]],
]
const onePng = ['-frames:v', '1', '-f', 'image2', '-c:v', 'png', '-']
const seconds = scenes.length * sceneSeconds

/** Draws the demo's film of 20 seconds into a folder: the film, and a sound with a bell at each scene. */
export async function makeFilm(folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'film-'))
  try {
    const [music, described] = [join(work, 'music.wav'), join(work, 'described.wav')]
    writeFileSync(music, wave(tune()))
    writeFileSync(described, wave(tune(true)))
    const picture = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${size.width}x${size.height}`, '-r', `${rate}`]
    // a key frame each four seconds, where an import cuts it without encoding it again
    const video = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '30', '-pix_fmt', 'yuv420p', '-tune', 'animation']
    const keys = ['-g', `${rate * 4}`, '-keyint_min', `${rate * 4}`, '-sc_threshold', '0']
    const inputs = ['-y', '-loglevel', 'error', ...picture, '-i', '-', '-i', music]
    const encoder = spawn(
      ffmpeg,
      [...inputs, ...video, ...keys, '-c:a', 'aac', '-b:a', '64k', '-movflags', '+faststart', join(folder, 'film.mp4')],
      { stdio: ['pipe', 'inherit', 'inherit'] },
    )
    for await (const frame of frames()) if (!encoder.stdin.write(frame)) await once(encoder.stdin, 'drain')
    encoder.stdin.end()
    await once(encoder, 'close')
    const sound = ['-c:a', 'aac', '-b:a', '64k', join(folder, 'description.m4a')]
    execFileSync(ffmpeg, ['-y', '-loglevel', 'error', '-i', described, ...sound])
    const still = execFileSync(ffmpeg, ['-loglevel', 'error', '-ss', '14', '-i', join(folder, 'film.mp4'), ...onePng])
    await sharp(still).webp({ quality: 76 }).toFile(join(folder, 'poster.webp'))
  } finally {
    rmSync(work, { recursive: true })
  }
}

async function* frames(): AsyncGenerator<Buffer> {
  const pictures: Awaited<ReturnType<typeof renderPiece>>[] = []
  for (const [name] of scenes) {
    const piece = allPieces.find((each) => each.name === name)
    if (!piece) throw new Error(`no piece ${name}`)
    pictures.push(await renderPiece(piece))
  }
  const shot = async (scene: number, at: number): Promise<Buffer> => {
    const { data, width, height } = pictures[scene]!
    const [, from, to] = scenes[scene]!
    const [x, y, zoom] = [0, 1, 2].map((part) => from[part]! + (to[part]! - from[part]!) * at) as unknown as View
    const scale = Math.min(width / size.width, height / size.height) / zoom
    const [w, h] = [Math.floor(size.width * scale), Math.floor(size.height * scale)]
    const left = Math.round(Math.min(width - w, Math.max(0, x * width - w / 2)))
    const top = Math.round(Math.min(height - h, Math.max(0, y * height - h / 2)))
    return sharp(data, { raw: { width, height, channels: 3 } })
      .extract({ left, top, width: w, height: h })
      .resize({ ...size, fit: 'fill' })
      .raw()
      .toBuffer()
  }
  for (let frame = 0; frame < seconds * rate; frame += 1) {
    const time = frame / rate
    const scene = Math.floor(time / sceneSeconds)
    const inScene = time - scene * sceneSeconds
    const picture = await shot(scene, inScene / sceneSeconds)
    const left = sceneSeconds - inScene
    if (left < fadeSeconds && scene + 1 < scenes.length) {
      const next = await shot(scene + 1, 0)
      const share = 1 - left / fadeSeconds
      for (const [at, value] of next.entries()) picture[at] = Math.round(picture[at]! * (1 - share) + value * share)
    }
    yield picture
  }
}

/** Plucked notes of a Japanese scale; the second has a bell where a scene begins. */
function tune(withBells = false): Float32Array {
  const samples = new Float32Array(seconds * sampleRate)
  const pluck = (at: number, hertz: number, loudness: number, decay: number): void => {
    const start = Math.floor(at * sampleRate)
    for (let n = 0; n < 3 * sampleRate && start + n < samples.length; n += 1) {
      const t = n / sampleRate
      const tone = Math.sin(2 * Math.PI * hertz * t) + 0.35 * Math.sin(4 * Math.PI * hertz * t) * Math.exp(-3 * t)
      samples[start + n]! += loudness * tone * Math.exp(-decay * t) * Math.min(1, n / 60)
    }
  }
  const random = randomFrom('film')
  const scale = [220, 233.08, 293.66, 329.63, 349.23, 440, 466.16]
  for (let at = 0.2; at < seconds - 1.5; at += 0.5)
    if (random.next() > 0.25) pluck(at, scale[Math.floor(random.next() * scale.length)] ?? 220, 0.16, 2.6)
  for (let at = 0.2; at < seconds - 1.5; at += 4) pluck(at, 110, 0.2, 1.4)
  if (withBells) for (let scene = 0; scene < scenes.length; scene += 1) pluck(scene * sceneSeconds, 1174.66, 0.25, 2)
  return samples
}

/** Samples as a WAV file of one channel. */
function wave(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples.length * 2, 40)
  for (const [at, sample] of samples.entries())
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + at * 2)
  return bytes
}

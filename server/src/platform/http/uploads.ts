import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { isAlive, processStart } from '@kura/db/process-identity'
import type { Metrics } from '../metrics.ts'
import type { UploadedFile } from './on.ts'

export type Form = { body: Record<string, unknown>; files: UploadedFile[] }
export type Uploader = { memberId: string; source: string }
export type UploadLimits = Pick<
  typeof limits,
  'uploadBytes' | 'uploadBytesHeld' | 'uploadsPerMember' | 'uploadsPerSource'
> & { uploadSeconds: number }
export type Uploads = {
  /**
   * Reads a form whose files are named in `names` and runs `use` with it. Places and bytes are
   * reserved before the body is read, and released when both have ended; the files are removed
   * then. Fails with TOO_MANY_REQUESTS when the member or the source has too many under way, with
   * SERVICE_UNAVAILABLE when the process is full, with UPLOAD_TOO_LARGE, and with
   * INVALID_REQUEST_FORMAT for an invalid or late form.
   */
  receive: <T>(
    message: { request: FastifyRequest; reply: FastifyReply },
    uploader: Uploader,
    names: readonly string[],
    use: (form: Form) => Promise<T>,
  ) => Promise<T>
}

/**
 * Uploads of one process: into files of `folder`, so many for one member, one source and all
 * together.
 */
export async function buildUploads(
  { folder, metrics }: { folder: string; metrics: Metrics },
  most: UploadLimits = limits,
): Promise<Uploads> {
  await removeStale(folder)
  const ours = `${process.pid}-${processStart(process.pid) ?? ''}`
  const places = takePlaces(metrics, most)
  return {
    receive: async ({ request, reply }, { memberId, source }, names, use) => {
      ensure(request.isMultipart(), 'UNSUPPORTED_MEDIA')
      // a body that does not say its length may be as long as any
      const bytes = Number(request.headers['content-length'] ?? most.uploadBytes)
      ensure(bytes <= most.uploadBytes, 'UPLOAD_TOO_LARGE')
      const giveBack = places.take([`member:${memberId}`, `source:${source}`], bytes)
      const paths: string[] = []
      const reading = readForm(request, names, (part) => {
        const path = join(folder, `${ours}-${randomUUID()}`)
        paths.push(path)
        return keepFile(part, path)
      })
      // the files go only when nothing writes to them any more
      const end = () =>
        reading
          .catch(() => {})
          .then(() => Promise.all(paths.map((path) => rm(path, { force: true }))))
          .finally(giveBack)
      let form: Form
      try {
        form = await inTime(reading, most.uploadSeconds)
      } catch (error) {
        if (error instanceof LateError) {
          // the connection ends with the answer, and reading with it
          reply.header('connection', 'close').raw.once('close', () => request.raw.destroy())
          void end().catch((cause: unknown) => request.log.error({ err: cause }, 'a file of an upload was not removed'))
        } else await end()
        throw error
      }
      try {
        return await use(form)
      } finally {
        await end()
      }
    },
  }
}

/** The form did not arrive in time. */
class LateError extends AppError {
  constructor() {
    super('INVALID_REQUEST_FORMAT', { details: [{ field: 'body', fault: 'too_slow' }] })
  }
}

async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new LateError()), seconds * 1000)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Counts uploads under way by member and source, and the bytes they may reach. */
function takePlaces(metrics: Metrics, most: UploadLimits) {
  const taken = new Map<string, number>()
  let [uploads, held] = [0, 0]
  const add = (keys: readonly string[], sign: 1 | -1, bytes: number): void => {
    for (const key of keys) {
      const count = (taken.get(key) ?? 0) + sign
      if (count === 0) taken.delete(key)
      else taken.set(key, count)
    }
    uploads += sign
    held += sign * bytes
    metrics.uploads.set(uploads)
    metrics.uploadBytes.set(held)
  }
  return {
    /** Returns the function that releases the place and the bytes. */
    take: (keys: readonly [member: string, source: string], bytes: number): (() => void) => {
      const [ofMember = 0, ofSource = 0] = keys.map((key) => taken.get(key) ?? 0)
      ensure(ofMember < most.uploadsPerMember && ofSource < most.uploadsPerSource, 'TOO_MANY_REQUESTS')
      ensure(held + bytes <= most.uploadBytesHeld, 'SERVICE_UNAVAILABLE')
      add(keys, 1, bytes)
      return () => add(keys, -1, bytes)
    },
  }
}

async function readForm(
  request: FastifyRequest,
  names: readonly string[],
  keep: (part: MultipartFile) => Promise<UploadedFile>,
): Promise<Form> {
  const body: Record<string, unknown> = Object.create(null)
  const files: UploadedFile[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') body[part.fieldname] = part.value
      else if (names.includes(part.fieldname)) files.push(await keep(part))
      else {
        part.file.resume()
        const details = [{ field: part.fieldname.slice(0, 40), fault: 'unrecognized_keys' }]
        throw new AppError('INVALID_REQUEST_FORMAT', { details })
      }
    }
  } catch (error) {
    // what the parser throws without a status is a form that ends too early or is no form
    const { statusCode, syscall } = error as { statusCode?: number; syscall?: string }
    if (error instanceof AppError || statusCode !== undefined || syscall !== undefined) throw error
    throw new AppError('INVALID_REQUEST_FORMAT', { cause: error })
  }
  return { body: { ...body }, files }
}

/**
 * Writes one file as it arrives. It is there before the first byte, so that removing it cannot come
 * too early.
 */
async function keepFile({ fieldname, file }: MultipartFile, path: string): Promise<UploadedFile> {
  await using handle = await open(path, 'wx', 0o600)
  await pipeline(file, handle.createWriteStream())
  ensure(!file.truncated, 'UPLOAD_TOO_LARGE')
  return { field: fieldname, path }
}

/** Removes what processes that are gone have left; a name begins with the identity of its process. */
async function removeStale(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const [pid = '', start = ''] = name.split('-')
    if (!isAlive({ pid: Number(pid), start })) await rm(join(folder, name), { recursive: true, force: true })
  }
}

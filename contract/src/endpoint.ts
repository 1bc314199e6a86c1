import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { PathSpec } from './path-spec.ts'

export type Parts = {
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  body?: z.ZodObject
}
export type Endpoint<P extends Parts = Parts, O extends z.ZodType = z.ZodType> = PathSpec & {
  parts: P
  output: O
  status: number
  errors: readonly ErrorCode[]
  summary: string
  /** Names of the file parts of a multipart body, each optional. */
  files: readonly string[]
  /** The type of a response that is not JSON. */
  media: string | undefined
}

/**
 * One call: where it is (`spec`), its input part by part, its output and its errors. Bodies are
 * strict: an unknown field is refused. Queries repeat a key for a list.
 */
export function endpoint<const S extends PathSpec, P extends Parts, O extends z.ZodType>(
  spec: S,
  more: {
    summary: string
    output: O
    errors?: readonly ErrorCode[]
    status?: number
    files?: readonly string[]
    media?: string
  } & P,
): S & Endpoint<P, O> {
  const { summary, output, errors = [], status = 200, files = [], media, ...parts } = more
  const declared = [...implied(spec), ...errors]
  return { ...spec, parts: parts as unknown as P, output, status, summary, files, media, errors: declared }
}

/**
 * Failures that follow from the path, so that no endpoint repeats them. INTERNAL_SERVER_ERROR is
 * here for the caller, who must be ready for it; the server still counts each one as undeclared.
 */
function implied(spec: PathSpec): ErrorCode[] {
  const codes: ErrorCode[] = [
    'INVALID_REQUEST_FORMAT',
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
    'MAINTENANCE',
  ]
  if (spec.auth === 'member') codes.push('UNAUTHORIZED', 'INVALID_SESSION')
  if (spec.auth === 'optional') codes.push('INVALID_SESSION')
  if (spec.bot) codes.push('BOT_DENY')
  if (spec.body) codes.push('UNSUPPORTED_MEDIA', 'UPLOAD_TOO_LARGE', 'REQUEST_TIMEOUT')
  if (spec.idempotent) codes.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS')
  return codes
}

type Part<E extends Endpoint, K extends keyof Parts, Side extends 'in' | 'out'> = E['parts'][K] extends z.ZodObject
  ? { [P in K]: Side extends 'in' ? z.input<E['parts'][K]> : z.output<E['parts'][K]> }
  : unknown
/** What a caller passes. */
export type InputOf<E extends Endpoint> = Part<E, 'params', 'in'> &
  Part<E, 'query', 'in'> &
  Part<E, 'headers', 'in'> &
  Part<E, 'body', 'in'>
/** What the handler receives after validation. */
export type ParsedOf<E extends Endpoint> = Part<E, 'params', 'out'> &
  Part<E, 'query', 'out'> &
  Part<E, 'headers', 'out'> &
  Part<E, 'body', 'out'>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** What the handler may return; fields the contract does not name are dropped. */
export type AnswerOf<E extends Endpoint> = z.input<E['output']>

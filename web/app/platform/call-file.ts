import type { ApiInput } from '@kura/contract/api'
import type { ErrorBody } from '@kura/contract/errors'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import type { CallParts } from '@kura/contract/request'
import type { Result } from '@kura/contract/result'
import { session } from './session.ts'

/**
 * A member's call that returns a file. Failures are those of every call; no response is
 * SERVICE_UNAVAILABLE.
 */
export async function callFile<K extends CallName>(name: K, input: ApiInput<K>): Promise<Result<Blob>> {
  const token = session.readToken()
  const { url, method, headers } = buildRequest(paths[name], input as CallParts, { session: token })
  try {
    const response = await fetch(url, { method, headers: { ...headers, accept: '*/*' } })
    if (response.ok) return { ok: true, data: await response.blob() }
    const body = (await response.json()) as ErrorBody
    if (token !== undefined && body.errorCode === 'INVALID_SESSION') session.clearIf(token)
    return { ok: false, status: response.status, body }
  } catch {
    return { ok: false, status: 0, body: { errorCode: 'SERVICE_UNAVAILABLE', message: 'no answer that can be read' } }
  }
}

/** Saves a file in the browser under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser takes the file over after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

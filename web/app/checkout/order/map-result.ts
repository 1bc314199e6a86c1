import type { Result } from '@kura/contract/result'

/** What an answer says, made into what is asked for; a failure stays as it is. */
export async function mapResult<A, B>(answer: Promise<Result<A>>, as: (data: A) => B): Promise<Result<B>> {
  const result = await answer
  return result.ok ? { ok: true, data: as(result.data) } : result
}

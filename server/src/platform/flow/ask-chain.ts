import { AccessError } from '@kura/cadence/access-error'
import { AppError } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'

/** Reads from the chain for a request. Fails with SERVICE_UNAVAILABLE when the node gives no usable answer. */
export async function askChain<T>({ log }: Pick<Deps, 'log'>, question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    log.warn({ code: error.code, told: error.message.slice(0, 300) }, 'the chain did not answer a wallet question')
    throw new AppError('SERVICE_UNAVAILABLE', { cause: error })
  }
}

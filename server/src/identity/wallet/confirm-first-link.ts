import { AppError } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { checkPassword } from '../member/check-password.ts'
import { isFreshSignIn } from '../session/is-fresh-sign-in.ts'

/**
 * Asks for the password before a first wallet is linked, unless this device signed in a moment ago: a wallet is a lasting way into
 * the account, which a stolen session alone must not gain. Uses no nonce up. Fails with AUTHENTICATION_FAILED; `details` say when it
 * was missing and not wrong.
 */
export async function confirmFirstLink(
  deps: Pick<Deps, 'sql' | 'passwords' | 'log'>,
  viewer: Viewer,
  password: string | undefined,
): Promise<void> {
  if (await isFreshSignIn(deps, viewer)) return
  if (password === undefined)
    throw new AppError('AUTHENTICATION_FAILED', { details: [{ field: 'password', fault: 'required' }] })
  await checkPassword(deps, viewer.memberId, password)
}

import type { Deps } from '../deps.ts'
import type { MailDeps } from '../mail/send-waiting-mails.ts'
import { limitRate, sourceOf } from '../session/limit-rate.ts'
import { signUp } from './sign-up.ts'

/**
 * The deprecated sign-up: an ordinary one, at a rate that is of no use to bots since it comes without a bot check. Only the
 * address is used. Name, wallet and the rest come from somebody who has proven nothing; they are asked for at completion.
 */
export async function signUpAsBefore(
  deps: MailDeps & Pick<Deps, 'env' | 'background'>,
  { email }: { email: string },
  caller: { language: 'ja' | 'en'; ip: string },
): Promise<Record<string, never>> {
  await limitRate(deps, 'oldSignUpPerSource', sourceOf(caller.ip))
  return signUp(deps, { email }, caller)
}

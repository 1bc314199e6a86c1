import * as contract from '@kura/contract/member'
import type { Deps } from '../deps.ts'
import { on } from '../http/on.ts'
import type { Route } from '../http/on.ts'
import { completeSignUp } from './complete-sign-up.ts'
import { showAccount } from './show-account.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

/** Accounts and profiles. */
export const memberRoutes = (deps: Deps): Route[] => [
  on(contract.emailSignUp, ({ body }, caller) => signUp(deps, body, caller)),
  on(contract.emailSignUpResend, ({ body }, caller) => signUp(deps, body, caller)),
  on(contract.emailSignUpComplete, ({ body }, caller) => completeSignUp(deps, body, caller)),
  on(contract.emailSignIn, ({ body }, caller) => signIn(deps, body, caller)),
  on(contract.account, (_input, { viewer }) => showAccount(deps, viewer)),
]

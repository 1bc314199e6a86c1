import * as contract from '@kura/contract/member'
import type { Deps } from '../deps.ts'
import { on } from '../http/on.ts'
import type { Route } from '../http/on.ts'
import { completeSignUp } from './complete-sign-up.ts'
import { countTokens } from './count-tokens.ts'
import { deleteThumbnail } from './delete-thumbnail.ts'
import { showAccount } from './show-account.ts'
import { showProfile } from './show-profile.ts'
import { showUser, showUserByAddress } from './show-user.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { updateProfile } from './update-profile.ts'

/** Accounts and profiles. */
export const memberRoutes = (deps: Deps): Route[] => [
  on(contract.emailSignUp, ({ body }, caller) => signUp(deps, body, caller)),
  on(contract.emailSignUpResend, ({ body }, caller) => signUp(deps, body, caller)),
  on(contract.emailSignUpComplete, ({ body }, caller) => completeSignUp(deps, body, caller)),
  on(contract.emailSignIn, ({ body }, caller) => signIn(deps, body, caller)),
  on(contract.account, (_input, { viewer }) => showAccount(deps, viewer)),
  on(contract.showProfile, (_input, { viewer }) => showProfile(deps, viewer)),
  on(contract.updateProfile, ({ body }, { viewer, files }) => updateProfile(deps, viewer, body, files)),
  on(contract.deleteThumbnail, (_input, { viewer }) => deleteThumbnail(deps, viewer)),
  on(contract.showUser, ({ params }) => showUser(deps, params.userId)),
  on(contract.showUserByAddress, ({ params }) => showUserByAddress(deps, params.flowAddress)),
  on(contract.countTokens, ({ params }) => countTokens(deps, params.userId)),
]

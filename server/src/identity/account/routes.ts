import * as contract from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { askEmail, confirmEmail } from './change-email.ts'
import { endDevice, endDevices } from './end-devices.ts'
import { changePassword, resetPassword } from './passwords.ts'
import { prepareWayIn, signIn, signInByLink } from './sign-in.ts'
import { completeSignUp, signUp, signUpAsBefore } from './sign-up.ts'

/** Ways into an account and what protects it. */
export const accountRoutes = (deps: Deps): Route[] => [
  on(contract.emailSignUp, ({ body }, caller) => signUp(deps, body, caller)),
  on(contract.emailSignUpResend, ({ body }, caller) => signUp(deps, body, caller)),
  on(contract.emailSignUpComplete, ({ body }, caller) => completeSignUp(deps, body, caller)),
  on(contract.emailSignIn, ({ body }, caller) => signIn(deps, body, caller)),
  on(contract.usersSignUp, ({ body }, caller) => signUpAsBefore(deps, body, caller)),
  on(contract.passwordResetPrepare, ({ body }, caller) => prepareWayIn(deps, 'password_reset', body, caller)),
  on(contract.passwordReset, ({ body }, caller) => resetPassword(deps, body, caller)),
  // its mail has a link alone: there is no code to name
  on(contract.onetimeTokenPrepare, ({ body }, caller) =>
    prepareWayIn(deps, 'onetime_sign_in', body, caller).then(() => ({})),
  ),
  on(contract.onetimeTokenSignIn, ({ body }, caller) => signInByLink(deps, body, caller)),
  on(contract.emailAdd, ({ body }, caller) => askEmail(deps, 'email_add', caller.viewer, body, caller)),
  on(contract.emailAddComplete, ({ body }, { viewer }) => confirmEmail(deps, 'email_add', viewer, body)),
  on(contract.emailChange, ({ body }, caller) => askEmail(deps, 'email_change', caller.viewer, body, caller)),
  on(contract.emailChangeComplete, ({ body }, { viewer }) => confirmEmail(deps, 'email_change', viewer, body)),
  on(contract.passwordChange, ({ body }, { viewer }) => changePassword(deps, viewer, body)),
  on(contract.endSessions, ({ query }, { viewer }) => endDevices(deps, viewer, query)),
  on(contract.endOneSession, ({ params }, { viewer }) => endDevice(deps, viewer, params.sessionId)),
]

import * as accountCalls from '@kura/contract/identity/account'
import * as deletionCalls from '@kura/contract/identity/deletion'
import * as signInCalls from '@kura/contract/identity/sign-in'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { requestEmail, confirmEmail } from './change-email.ts'
import { cancelDeletion, checkDeletion, requestDeletion, showDeletion, stopDeletion } from './deletion.ts'
import { endDevice, endDevices } from './end-devices.ts'
import { changePassword, resetPassword } from './passwords.ts'
import { mailAccountLink, signIn, signInByLink } from './sign-in.ts'
import { completeSignUp, signUp, signUpAsBefore } from './sign-up.ts'

/** Ways into an account and what protects it. */
export const accountRoutes = (deps: Deps): Route[] => [
  on(signInCalls.emailSignUp, ({ body }, caller) => signUp(deps, body, caller)),
  on(signInCalls.emailSignUpResend, ({ body }, caller) => signUp(deps, body, caller)),
  on(signInCalls.emailSignUpComplete, ({ body }, caller) => completeSignUp(deps, body, caller)),
  on(signInCalls.emailSignIn, ({ body }, caller) => signIn(deps, body, caller)),
  on(signInCalls.usersSignUp, ({ body }, caller) => signUpAsBefore(deps, body, caller)),
  on(signInCalls.passwordResetPrepare, ({ body }, caller) => mailAccountLink(deps, 'password_reset', body, caller)),
  on(signInCalls.passwordReset, ({ body }, caller) => resetPassword(deps, body, caller)),
  // its mail has a link alone: there is no code to name
  on(signInCalls.onetimeTokenPrepare, ({ body }, caller) =>
    mailAccountLink(deps, 'onetime_sign_in', body, caller).then(() => ({})),
  ),
  on(signInCalls.onetimeTokenSignIn, ({ body }, caller) => signInByLink(deps, body, caller)),
  on(accountCalls.emailAdd, ({ body }, caller) => requestEmail(deps, 'email_add', caller.viewer, body, caller)),
  on(accountCalls.emailAddComplete, ({ body }, { viewer }) => confirmEmail(deps, 'email_add', viewer, body)),
  on(accountCalls.emailChange, ({ body }, caller) => requestEmail(deps, 'email_change', caller.viewer, body, caller)),
  on(accountCalls.emailChangeComplete, ({ body }, { viewer }) => confirmEmail(deps, 'email_change', viewer, body)),
  on(accountCalls.passwordChange, ({ body }, { viewer }) => changePassword(deps, viewer, body)),
  on(accountCalls.endSessions, ({ query }, { viewer }) => endDevices(deps, viewer, query)),
  on(accountCalls.endOneSession, ({ params }, { viewer }) => endDevice(deps, viewer, params.sessionId)),
  on(deletionCalls.showDeletion, (_input, { viewer }) => showDeletion(deps, viewer)),
  on(deletionCalls.checkDeletion, (_input, { viewer }) => checkDeletion(deps, viewer)),
  on(deletionCalls.requestDeletion, ({ body }, { viewer }) => requestDeletion(deps, viewer, body)),
  on(deletionCalls.cancelDeletion, (_input, { viewer }) => cancelDeletion(deps, viewer)),
  on(deletionCalls.stopDeletion, ({ body }, caller) => stopDeletion(deps, body, caller)),
]

import * as accountCalls from '@kura/contract/identity/account'
import * as memberCalls from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { agreeTerms } from './ensure-wallet-member.ts'
import { setHandle, showUserByHandle } from './handle.ts'
import { searchPartial, searchPerfect } from './search-members.ts'
import {
  confirmUser,
  countTokens,
  deleteThumbnail,
  setBirthday,
  showAccount,
  showProfile,
  showUser,
  showUserByAddress,
  limitChanges,
  updateProfile,
} from './profile.ts'

/** Who a member is, to themselves and to others. */
export const memberRoutes = (deps: Deps): Route[] => [
  on(accountCalls.agreeTerms, ({ body }, { viewer }) => agreeTerms(deps, viewer, body)),
  on(memberCalls.confirmUser, ({ query }, { viewer }) => confirmUser(deps, viewer, query)),
  on(accountCalls.account, (_input, { viewer }) => showAccount(deps, viewer)),
  on(memberCalls.showProfile, (_input, { viewer }) => showProfile(deps, viewer)),
  on(memberCalls.updateProfile, ({ body }, { viewer, files }) => updateProfile(deps, viewer, body, files), {
    beforeBody: (caller) => limitChanges(deps, caller),
  }),
  on(memberCalls.deleteThumbnail, (_input, { viewer }) => deleteThumbnail(deps, viewer)),
  on(memberCalls.showUser, ({ params }) => showUser(deps, params.userId)),
  on(memberCalls.showUserByHandle, ({ params }) => showUserByHandle(deps, params.handle)),
  on(memberCalls.setHandle, ({ body }, { viewer }) => setHandle(deps, viewer, body)),
  on(memberCalls.searchUsersPerfect, ({ query }, { ip }) => searchPerfect(deps, query, ip)),
  on(memberCalls.searchUsersPartial, ({ query }, { ip }) => searchPartial(deps, query, ip)),
  on(memberCalls.showUserByAddress, ({ params }) => showUserByAddress(deps, params.flowAddress)),
  on(accountCalls.setBirthday, ({ body }, { viewer }) => setBirthday(deps, viewer, body)),
  on(memberCalls.countTokens, ({ params }) => countTokens(deps, params.userId)),
]

import * as contract from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { agreeTerms } from './ensure-wallet-member.ts'
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
  on(contract.agreeTerms, ({ body }, { viewer }) => agreeTerms(deps, viewer, body)),
  on(contract.confirmUser, ({ query }, { viewer }) => confirmUser(deps, viewer, query)),
  on(contract.account, (_input, { viewer }) => showAccount(deps, viewer)),
  on(contract.showProfile, (_input, { viewer }) => showProfile(deps, viewer)),
  on(contract.updateProfile, ({ body }, { viewer, files }) => updateProfile(deps, viewer, body, files), {
    beforeBody: (caller) => limitChanges(deps, caller),
  }),
  on(contract.deleteThumbnail, (_input, { viewer }) => deleteThumbnail(deps, viewer)),
  on(contract.showUser, ({ params }) => showUser(deps, params.userId)),
  on(contract.showUserByAddress, ({ params }) => showUserByAddress(deps, params.flowAddress)),
  on(contract.setBirthday, ({ body }, { viewer }) => setBirthday(deps, viewer, body)),
  on(contract.countTokens, ({ params }) => countTokens(deps, params.userId)),
]

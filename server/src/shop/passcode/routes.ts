import * as contract from '@kura/contract/shop/issue'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { listSelectable } from '../pack/fill-unit.ts'
import { getPasscode } from './get-passcode.ts'
import { validatePasscode } from './validate-passcode.ts'

/** Passcodes: validating one, the choices for it, and redeeming it. */
export const passcodeRoutes = (deps: Deps): Route[] => [
  on(contract.validatePasscode, (input, { viewer, ip }) => validatePasscode(deps, viewer, input, { ip })),
  on(contract.listSelectable, (input) => listSelectable(deps, input)),
  on(contract.getPasscode, (input, { viewer, ip }) => getPasscode(deps, viewer, input, { ip })),
]

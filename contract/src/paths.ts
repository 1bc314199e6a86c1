import { identityPaths } from './identity/paths.ts'
import { cataloguePaths } from './catalogue/paths.ts'
import { chainPaths } from './chain/paths.ts'
import { moneyPaths } from './money/paths.ts'
import { checkoutPaths } from './checkout/paths.ts'
import { shopPaths } from './shop/paths.ts'
import { marketPaths } from './market/paths.ts'
import { discoveryPaths } from './discovery/paths.ts'
import { libraryPaths } from './library/paths.ts'

/** Every call of the API by name. */
export const paths = {
  ...identityPaths,
  ...cataloguePaths,
  ...chainPaths,
  ...moneyPaths,
  ...checkoutPaths,
  ...shopPaths,
  ...marketPaths,
  ...discoveryPaths,
  ...libraryPaths,
}

export type CallName = keyof typeof paths

import { airdropRoutes } from './airdrop/routes.ts'
import { cardRoutes } from './card/routes.ts'
import { categoryRoutes } from './category/routes.ts'
import type { Deps } from './deps.ts'
import { giftRoutes } from './gift/routes.ts'
import type { Route } from './http/on.ts'
import { itemRoutes } from './item/routes.ts'
import { listingRoutes } from './listing/routes.ts'
import { memberRoutes } from './member/routes.ts'
import { noticeRoutes } from './notice/routes.ts'
import { openingRoutes } from './opening/routes.ts'
import { operatorRoutes } from './operator/routes.ts'
import { orderRoutes } from './order/routes.ts'
import { tokenOrderRoutes } from './order/token-routes.ts'
import { packRoutes } from './pack/routes.ts'
import { passcodeRoutes } from './passcode/routes.ts'
import { paymentRoutes } from './payment/routes.ts'
import { pointRoutes } from './point/routes.ts'
import { receiptRoutes } from './receipt/routes.ts'
import { seriesRoutes } from './series/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { tokenRoutes } from './token/routes.ts'
import { transferRoutes } from './transfer/routes.ts'
import { walletRoutes } from './wallet/routes.ts'

/** Every route of the server, noun by noun. */
export const allRoutes = (deps: Deps): Route[] => [
  ...itemRoutes(deps),
  ...receiptRoutes(deps),
  ...seriesRoutes(deps),
  ...categoryRoutes(deps),
  ...packRoutes(deps),
  ...passcodeRoutes(deps),
  ...airdropRoutes(deps),
  ...operatorRoutes(deps),
  ...noticeRoutes(deps),
  ...orderRoutes(deps),
  ...tokenOrderRoutes(deps),
  ...paymentRoutes(deps),
  ...cardRoutes(deps),
  ...pointRoutes(deps),
  ...openingRoutes(deps),
  ...tokenRoutes(deps),
  ...listingRoutes(deps),
  ...giftRoutes(deps),
  ...transferRoutes(deps),
  ...memberRoutes(deps),
  ...sessionRoutes(deps),
  ...walletRoutes(deps),
]

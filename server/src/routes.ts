import { airdropRoutes } from './shop/airdrop/routes.ts'
import { collectionRoutes } from './discovery/collection/routes.ts'
import { favoriteRoutes } from './discovery/favorite/routes.ts'
import { followRoutes } from './discovery/follow/routes.ts'
import { contentRoutes } from './library/content/routes.ts'
import { videoRoutes } from './library/video/routes.ts'
import { cardRoutes } from './money/card/routes.ts'
import { categoryRoutes } from './catalogue/category/routes.ts'
import type { Deps } from './deps.ts'
import { giftRoutes } from './market/gift/routes.ts'
import type { Route } from './platform/http/on.ts'
import { itemRoutes } from './catalogue/item/routes.ts'
import { listingRoutes } from './market/listing/routes.ts'
import { exportRoutes } from './identity/export/routes.ts'
import { accountRoutes } from './identity/account/routes.ts'
import { memberRoutes } from './identity/member/routes.ts'
import { notificationRoutes } from './identity/notification/routes.ts'
import { noticeRoutes } from './catalogue/notice/routes.ts'
import { openingRoutes } from './shop/opening/routes.ts'
import { operatorRoutes } from './operations/enquiry/routes.ts'
import { orderRoutes } from './checkout/order/routes.ts'
import { buyPackRoutes } from './shop/pack/buy-routes.ts'
import { packRoutes } from './shop/pack/routes.ts'
import { passcodeRoutes } from './shop/passcode/routes.ts'
import { paymentRoutes } from './money/payment/routes.ts'
import { payoutRoutes } from './money/payout/routes.ts'
import { pointRoutes } from './money/point/routes.ts'
import { receiptRoutes } from './money/receipt/routes.ts'
import { categoryContentRoutes } from './discovery/category/routes.ts'
import { searchRoutes } from './discovery/search/routes.ts'
import { seriesRoutes } from './catalogue/series/routes.ts'
import { serviceRoutes } from './identity/service/routes.ts'
import { sessionRoutes } from './identity/session/routes.ts'
import { tokenRoutes } from './market/token/routes.ts'
import { tradeRoutes } from './market/trade/routes.ts'
import { transferRoutes } from './market/transfer/routes.ts'
import { walletRoutes } from './identity/wallet/routes.ts'

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
  ...buyPackRoutes(deps),
  ...tradeRoutes(deps),
  ...paymentRoutes(deps),
  ...cardRoutes(deps),
  ...payoutRoutes(deps),
  ...pointRoutes(deps),
  ...openingRoutes(deps),
  ...tokenRoutes(deps),
  ...listingRoutes(deps),
  ...giftRoutes(deps),
  ...transferRoutes(deps),
  ...followRoutes(deps),
  ...favoriteRoutes(deps),
  ...contentRoutes(deps),
  ...videoRoutes(deps),
  ...collectionRoutes(deps),
  ...accountRoutes(deps),
  ...exportRoutes(deps),
  ...memberRoutes(deps),
  ...sessionRoutes(deps),
  ...serviceRoutes(deps),
  ...walletRoutes(deps),
  ...notificationRoutes(deps),
  ...categoryContentRoutes(deps),
  ...searchRoutes(deps),
]

import * as contract from '@kura/contract/library/content'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import * as verbs from './contents.ts'
import { sendPage } from './open-page.ts'

/** Contents that open to the owner of a token. */
export const contentRoutes = (deps: Pick<Deps, 'sql' | 'env' | 'log'>): Route[] => [
  on(contract.listContents, ({ query }, { viewer }) => verbs.listContents(deps, viewer, query)),
  on(contract.listOwnerContents, ({ params }, { viewer }) => verbs.listOwnerContents(deps, viewer, params.itemId)),
  on(contract.showViewerUrl, ({ params }, { viewer }) => verbs.showViewerUrl(deps, viewer, params.ownerContentId)),
  on(contract.showEbook, ({ params }, { viewer }) => verbs.showEbook(deps, viewer, params.ownerContentId)),
  on(contract.keepPlace, (input, { viewer }) => verbs.keepPlace(deps, viewer, input)),
  on(contract.showEbookPage, ({ query }) => sendPage(deps, query.token)),
  on(contract.listSerialContentUris, ({ params, query }, { viewer }) =>
    verbs.listSerialContents(deps, viewer, { ...params, ...query }),
  ),
  on(contract.showContentUrisOfSerial, ({ params, query }, { viewer }) =>
    verbs.listSerialContents(deps, viewer, { ...params, ...query, limit: 100 }),
  ),
]

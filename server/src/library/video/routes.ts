import * as contract from '@kura/contract/library/video'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import * as watching from './watch.ts'

/** Videos that open to the owner of a token. */
export const videoRoutes = (deps: Pick<Deps, 'sql' | 'env'>): Route[] => [
  on(contract.reserveVideo, ({ body }, { viewer }) => watching.reserveVideo(deps, viewer, body.ownerContentId)),
  on(contract.showVideo, ({ headers }, { viewer }) =>
    watching.showVideo(deps, viewer, headers['x-content-video-reserve-id']),
  ),
  on(contract.showVideoPlaylist, ({ query }) => watching.showPlaylist(deps, query.token)),
  on(contract.showVideoKey, ({ query }) => watching.showKey(deps, query.token)),
  on(contract.showVideoSegment, ({ query }) => watching.sendSegment(deps, query.token)),
  on(contract.showVideoCaptions, ({ query }) => watching.sendCaptions(deps, query.token)),
  on(contract.keepVideoPlace, (input, { viewer }) => watching.keepVideoPlace(deps, viewer, input)),
]

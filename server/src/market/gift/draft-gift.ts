import type { ApiOutput } from '@kura/contract/api'
import type { Viewer } from '../../platform/http/on.ts'
import { checkMessage } from '../../identity/member/member-text.ts'
import { draftTransfer } from '../transfer/draft-transfer.ts'
import type { SendDeps } from '../transfer/find-obstacles.ts'

type Wanted = { tokenId: string; address: string; message?: string | undefined }

/** A gift to an address, a member's or anybody's: a transfer that is told of as a gift once it arrived. Fails as `draftTransfer` does. */
export async function draftGift(deps: SendDeps, viewer: Viewer, wanted: Wanted): Promise<ApiOutput<'draftGift'>> {
  const message = checkMessage(wanted.message)
  const { transferId, ...drafted } = await draftTransfer(deps, viewer, { ...wanted, message, kind: 'gift' })
  return { giftId: transferId, ...drafted }
}

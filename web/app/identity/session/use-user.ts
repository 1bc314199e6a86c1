import type { ProfileView } from '@kura/contract/identity/member'
import { useCall } from '../../platform/swr.ts'

/** What everybody may see of a member, kept by their id: asked for once however many parts of a page show it. */
export const useUser = (userId: string | undefined): ProfileView | undefined =>
  useCall('showUser', userId === undefined ? null : { params: { userId } }, { revalidateOnFocus: false }).data

import type { ErrorCode } from '@kura/contract/errors'
import type { AccountView } from '@kura/contract/identity/account'
import type { ProfileView } from '@kura/contract/identity/member'
import { useCall } from '../../platform/swr.ts'
import { useSession } from '../../platform/session.ts'

type MeRecord = {
  me: AccountView | undefined
  /** A member's account is being asked for and not known yet. */
  pending: boolean
  error: ErrorCode | undefined
  /** Takes an account that a call just answered, or asks again. */
  renew: (next?: AccountView) => Promise<void>
}

type Known = Pick<MeRecord, 'me' | 'error'> & { isMember: boolean }

/** The record of what is known; nothing of a member who is not signed in any more. */
export function meRecord({ isMember, me, error }: Known): Omit<MeRecord, 'renew'> {
  if (!isMember) return { me: undefined, pending: false, error: undefined }
  return { me, pending: me === undefined && error === undefined, error }
}

/** The account of the signed-in member: known, on its way, or failed. INVALID_SESSION ends the session, as with every call. */
export function useMe(): MeRecord {
  const isMember = useSession() !== undefined
  const { data: me, error, mutate } = useCall('account', {}, { revalidateOnFocus: false })
  return {
    ...meRecord({ isMember, me, error: error?.body.errorCode }),
    renew: async (next) => void (await (next ? mutate(next, { revalidate: false }) : mutate())),
  }
}

/** What everybody may see of a member, kept by their id: asked for once however many parts of a page show it. */
export const useUser = (userId: string | undefined): ProfileView | undefined =>
  useCall('showUser', userId === undefined ? null : { params: { userId } }, { revalidateOnFocus: false }).data

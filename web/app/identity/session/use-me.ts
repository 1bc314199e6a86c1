import type { ErrorCode } from '@kura/contract/errors'
import type { AccountView } from '@kura/contract/identity/account'
import type { ProfileView } from '@kura/contract/identity/member'
import { useCall } from '../../platform/swr.ts'
import { useSession } from '../../platform/session.ts'

type MeRecord = {
  me: AccountView | undefined
  /** A member's account is loading. */
  pending: boolean
  error: ErrorCode | undefined
  /** Stores an account that a call just returned, or reads it again. */
  renew: (next?: AccountView) => Promise<void>
}

type Known = Pick<MeRecord, 'me' | 'error'> & { isMember: boolean }

/** The stored record; nothing once the member has signed out. */
export function meRecord({ isMember, me, error }: Known): Omit<MeRecord, 'renew'> {
  if (!isMember) return { me: undefined, pending: false, error: undefined }
  return { me, pending: me === undefined && error === undefined, error }
}

/**
 * The account of the signed-in member: known, loading, or failed. INVALID_SESSION ends the session,
 * as with every call.
 */
export function useMe(): MeRecord {
  const isMember = useSession() !== undefined
  const { data: me, error, mutate } = useCall('account', {}, { revalidateOnFocus: false })
  return {
    ...meRecord({ isMember, me, error: error?.body.errorCode }),
    renew: async (next) => void (await (next ? mutate(next, { revalidate: false }) : mutate())),
  }
}

/** A member's public profile, cached by id: read once however many parts of a page show it. */
export const useUser = (userId: string | undefined): ProfileView | undefined =>
  useCall('showUser', userId === undefined ? null : { params: { userId } }, { revalidateOnFocus: false }).data

import { session } from '../../platform/session.ts'
import { signOut } from '../session/keep-session.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

/**
 * Asks a signed-in member before another session replaces theirs; `beforeLeaving` runs between the
 * answer and the sign-out.
 */
export function useMakeRoom(beforeLeaving?: () => void): () => Promise<boolean> {
  const { t } = useWords()
  return () =>
    makeRoom({
      isSignedIn: () => session.read() !== undefined,
      confirm: () => dialogs.confirm({ description: t('login.other-session'), confirmTitle: t('login.make-room') }),
      signOut: async () => {
        beforeLeaving?.()
        await signOut()
      },
    })
}

type World = {
  isSignedIn: () => boolean
  /** Asks whether the member who is signed in may be signed out. */
  confirm: () => Promise<boolean>
  signOut: () => Promise<void>
}

/**
 * Before a mailed link or code signs somebody in, asks the signed-in member and signs them out.
 * True when nobody is signed in at the end; false when they want to stay.
 */
export async function makeRoom({ isSignedIn, confirm, signOut }: World): Promise<boolean> {
  if (!isSignedIn()) return true
  if (!(await confirm())) return false
  await signOut()
  return true
}

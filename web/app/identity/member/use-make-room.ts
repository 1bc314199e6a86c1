import { session } from '../../platform/session.ts'
import { signOut } from '../session/keep-session.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

/** Asks a signed-in member before somebody else's session takes the place of theirs; `beforeLeaving` runs between answer and sign-out. */
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
 * Before a mailed link or code signs somebody in: the member who is signed in is asked, then signed out. True when nobody is signed in
 * at the end; false when they want to stay.
 */
export async function makeRoom({ isSignedIn, confirm, signOut }: World): Promise<boolean> {
  if (!isSignedIn()) return true
  if (!(await confirm())) return false
  await signOut()
  return true
}

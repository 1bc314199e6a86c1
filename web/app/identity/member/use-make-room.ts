import { session } from '../../platform/session.ts'
import { signOut } from '../session/sign-out.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { makeRoom } from './make-room.ts'
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

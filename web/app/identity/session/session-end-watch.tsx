import { useEffect } from 'react'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { session } from '../../platform/session.ts'

const id = 'session-ended'

/** Says why a page of a member left by itself: the server ended the session. It stays to be read until somebody signs in. */
export function SessionEndWatch() {
  const { t } = useWords()
  useEffect(() => {
    const stopHearing = session.onEnded(() =>
      toasts.show({ id, status: 'warning', position: 'top', duration: null, title: t('error.INVALID_SESSION') }),
    )
    const stopFollowing = session.subscribe(() => {
      if (session.read()) toasts.close(id)
    })
    return () => {
      stopHearing()
      stopFollowing()
    }
  }, [t])
  return null
}

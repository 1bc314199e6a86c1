import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ErrorCode } from '@kura/contract/errors'
import { call } from '../../platform/api.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { renewOffers } from './renew-offers.ts'
import '../../words/selling-words.ts'

/** Takes everything back by one press, after asking. `onGone` is told when it is, with the button about to vanish. */
export function TakeBackAll({ onGone }: { onGone: () => void }) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()

  const handlePress = async (): Promise<void> => {
    const question = { description: t('listings.end-all.question'), confirmTitle: t('listings.end-all') }
    if (await dialogs.confirm(question)) await work(takeBack)
  }
  const takeBack = async (): Promise<void> => {
    setFailure(undefined)
    const result = await call('endAllListings', {})
    if (result.ok) onGone()
    await renewOffers(mutate)
    if (!result.ok) return setFailure(result.body.errorCode)
    const { ending, held } = result.data
    toasts.show({
      id: 'taken-back-all',
      status: 'success',
      title: ending === 0 ? t('listings.end-all.none') : t('listings.end-all.done', { count: ending }),
      description: held === 0 ? undefined : t('listings.end-all.held', { count: held }),
    })
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="danger" isBusy={isBusy} onClick={() => void handlePress()}>
        {t('listings.end-all')}
      </Button>
      <FieldError error={failure && t(`error.${failure}`)} />
    </div>
  )
}

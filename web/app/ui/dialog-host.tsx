import { useEffect, useState, useSyncExternalStore } from 'react'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'
import { dialogs } from './dialog-queue.ts'
import type { QueuedDialog } from './dialog-queue.ts'
import { Icon } from './icon.tsx'
import { Modal } from './modal.tsx'

const none = (): undefined => undefined

/**
 * Shows the dialogs of the queue, one at a time; closed ones stay until they have faded. Mounted
 * once, in the shell.
 */
export function DialogHost() {
  const current = useSyncExternalStore(dialogs.subscribe, dialogs.current, none)
  const [mounted, setMounted] = useState<readonly QueuedDialog[]>([])
  useEffect(() => {
    if (current) setMounted((before) => (before.some(({ id }) => id === current.id) ? before : [...before, current]))
  }, [current])
  return mounted.map((dialog) => (
    <OneDialog
      key={dialog.id}
      dialog={dialog}
      isOpen={current?.id === dialog.id}
      onGone={() => setMounted((before) => before.filter(({ id }) => id !== dialog.id))}
    />
  ))
}

type OneDialogProps = { dialog: QueuedDialog; isOpen: boolean; onGone: () => void }

function OneDialog({ dialog, isOpen, onGone }: OneDialogProps) {
  const { t } = useWords()
  const answer = (isConfirmed: boolean): void => dialogs.dismiss(dialog.id, isConfirmed)
  const isConfirm = dialog.kind === 'confirm'
  const title = isConfirm ? (dialog.title ?? dialog.confirmTitle) : dialog.title
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => answer(false)}
      onGone={onGone}
      title={title}
      hasCloseButton={false}
      role="alertdialog"
    >
      <div className="flex gap-3 text-14">
        {dialog.kind === 'error' && <Icon name="warning" className="size-6 text-attention-text" />}
        <p className="whitespace-pre-line">{dialog.kind === 'error' ? dialog.message : dialog.description}</p>
      </div>
      {isConfirm ? (
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={() => answer(false)}>
            {dialog.cancelTitle ?? t('dialog.cancel')}
          </Button>
          <Button onClick={() => answer(true)}>{dialog.confirmTitle}</Button>
        </div>
      ) : (
        <Button isWide onClick={() => answer(true)}>
          {t('dialog.ok')}
        </Button>
      )}
    </Modal>
  )
}

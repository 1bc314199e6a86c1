import { useEffect, useId, useRef, useState } from 'react'
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react'
import { useWords } from '../words/use-words.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** The closing fade; the content stays mounted for it and is then removed. */
const fadeMs = 400

type ModalProps = {
  isOpen: boolean
  /** Asked for by Escape, the backdrop or the corner button; the owner decides by `isOpen`. */
  onClose: () => void
  title: string
  /** Neither the backdrop nor Escape closes it. */
  isPersistent?: boolean
  hasCloseButton?: boolean
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

/** A window of up to 400 px above the page. The browser keeps the focus inside and gives it back afterwards. */
export function Modal({
  isOpen,
  onClose,
  title,
  isPersistent = false,
  hasCloseButton = true,
  role = 'dialog',
  children,
}: ModalProps) {
  const { t } = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  const isMounted = useLinger(isOpen)
  const id = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (isOpen && !dialog.open) dialog.showModal()
    if (!isOpen && dialog.open) dialog.close()
  }, [isOpen, isMounted])

  if (!isMounted) return null
  const handleCancel = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!isPersistent) onClose()
  }
  const handleClick = (event: MouseEvent): void => {
    // the dialog itself is only hit outside of its content, which fills it
    if (event.target === ref.current && !isPersistent) onClose()
  }
  // browsers close even a guarded dialog on a second Escape: what is shown and what is meant must not differ
  const handleClose = (): void => {
    if (!isOpen) return
    if (isPersistent) ref.current?.showModal()
    else onClose()
  }
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={id}
      className={classes('modal', !isOpen && 'pointer-events-none')}
      onCancel={handleCancel}
      onClose={handleClose}
      onClick={handleClick}
    >
      <div className="grid gap-4 p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={id} className="text-18" tabIndex={-1} autoFocus={!hasCloseButton}>
            {title}
          </h2>
          {hasCloseButton && (
            <IconButton label={t('dialog.close')} className="-mt-2 -mr-2 shrink-0" onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** True while `isOpen`, and 400 ms longer. */
function useLinger(isOpen: boolean): boolean {
  const [isLingering, setIsLingering] = useState(isOpen)
  useEffect(() => {
    if (isOpen) {
      setIsLingering(true)
      return undefined
    }
    const timer = setTimeout(() => setIsLingering(false), fadeMs)
    return () => clearTimeout(timer)
  }, [isOpen])
  return isOpen || isLingering
}

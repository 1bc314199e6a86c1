import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useWords } from '../words/use-words.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { layerStack } from './layer.ts'

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
  /** It is closed and its content removed. */
  onGone?: (() => void) | undefined
  children: ReactNode
}

/**
 * A window of up to 400 px on layer 1000. The page below is inert, so the focus stays inside and
 * returns afterwards. It is not in the browser's top layer: toasts, the challenge of a captcha and
 * a wallet appear above it.
 */
export function Modal({ isOpen, onGone, ...rest }: ModalProps) {
  const isMounted = useLinger(isOpen, onGone)
  return isMounted ? createPortal(<Window isOpen={isOpen} {...rest} />, document.body) : null
}

function Window({
  isOpen,
  onClose,
  title,
  isPersistent = false,
  hasCloseButton = true,
  role = 'dialog',
  children,
}: Omit<ModalProps, 'onGone'>) {
  const { t } = useWords()
  const id = useId()
  const layer = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  useLayer(isOpen, layer, dialog)
  useEscape(isOpen && !isPersistent, layer, onClose)
  return (
    <div ref={layer}>
      <div
        role="presentation"
        className="modal-backdrop"
        data-open={isOpen ? '' : undefined}
        onClick={() => {
          if (!isPersistent && isOpen) onClose()
        }}
      />
      <dialog
        ref={dialog}
        role={role}
        aria-modal="true"
        aria-labelledby={id}
        // a window that is fading out can be neither pressed nor read
        inert={!isOpen}
        aria-hidden={!isOpen || undefined}
        className={classes('modal', !isOpen && 'pointer-events-none')}
      >
        <div className="grid gap-4 p-6">
          <div className="flex items-start justify-between gap-4">
            <h2 id={id} className="text-18" tabIndex={-1}>
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
    </div>
  )
}

type Part<T> = { current: T | null }

/** Opens above everything with the focus inside, and restores the focus when it closes. */
function useLayer(isOpen: boolean, layer: Part<HTMLElement>, dialog: Part<HTMLDialogElement>): void {
  useEffect(() => {
    const [part, shown] = [layer.current, dialog.current]
    if (!isOpen || !part || !shown) return undefined
    const before = document.activeElement
    // a window that is reopened while it fades appears above those opened since
    if (part.nextElementSibling) document.body.append(part)
    shown.show()
    const leave = layerStack.push(part)
    // the first thing that takes the focus is the title
    if (!shown.contains(document.activeElement)) shown.querySelector('h2')?.focus()
    return () => {
      const hadFocus = shown.contains(document.activeElement) || document.activeElement === document.body
      leave()
      shown.close()
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [isOpen, layer, dialog])
}

/** Escape closes the highest window. */
function useEscape(isOn: boolean, layer: Part<HTMLElement>, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (!isOn) return undefined
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      if (!layer.current || !layerStack.isTop(layer.current)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn, layer])
}

/** True while `isOpen`, and 400 ms longer; `onGone` is called at the end. */
function useLinger(isOpen: boolean, onGone: (() => void) | undefined): boolean {
  const [isLingering, setIsLingering] = useState(isOpen)
  const latest = useRef(onGone)
  latest.current = onGone
  useEffect(() => {
    if (isOpen) {
      setIsLingering(true)
      return undefined
    }
    const timer = setTimeout(() => {
      setIsLingering(false)
      latest.current?.()
    }, fadeMs)
    return () => clearTimeout(timer)
  }, [isOpen])
  return isOpen || isLingering
}

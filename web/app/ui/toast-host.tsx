import { useSyncExternalStore } from 'react'
import { useWords } from '../words/use-words.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import { Picture } from './picture.tsx'
import { toastPositions, toasts } from './toast-queue.ts'
import type { Toast, ToastPosition, ToastStatus } from './toast-queue.ts'

const places: Record<ToastPosition, string> = {
  top: 'top-0 inset-x-0 items-center',
  'top-left': 'top-0 left-0 items-start',
  'top-right': 'top-0 right-0 items-end',
  bottom: 'bottom-0 inset-x-0 items-center flex-col-reverse',
  'bottom-left': 'bottom-0 left-0 items-start flex-col-reverse',
  'bottom-right': 'bottom-0 right-0 items-end flex-col-reverse',
}
const faces: Record<Exclude<ToastStatus, 'loading'>, { icon: IconName; colour: string }> = {
  info: { icon: 'info', colour: 'text-indigo-text' },
  success: { icon: 'check', colour: 'text-success-text' },
  warning: { icon: 'warning', colour: 'text-warning-text' },
  error: { icon: 'warning', colour: 'text-attention-text' },
}
const nothing: readonly Toast[] = []
const none = (): readonly Toast[] => nothing

/**
 * Shows the toasts at their six places. Mounted once, in the shell; the regions are always there,
 * so that news is read out.
 */
export function ToastHost() {
  const { t } = useWords()
  const current = useSyncExternalStore(toasts.subscribe, toasts.current, none)
  return (
    <section aria-label={t('toast.region')}>
      {toastPositions.map((position) => (
        <div
          key={position}
          role="status"
          aria-live="polite"
          className={classes('pointer-events-none fixed z-[1100] flex flex-col gap-2 p-4', places[position])}
        >
          {current
            .filter((toast) => toast.position === position)
            .map((toast) => (
              <OneToast key={toast.id} toast={toast} />
            ))}
        </div>
      ))}
    </section>
  )
}

function OneToast({ toast }: { toast: Toast }) {
  const { t } = useWords()
  const { id, status, title, description, isClosable, picture } = toast
  return (
    <div
      className="pointer-events-auto flex w-max max-w-[min(560px,calc(100vw-32px))] min-w-[min(300px,calc(100vw-32px))] animate-rise items-start gap-3 rounded-card border border-line bg-surface p-3 shadow-float"
      onPointerEnter={() => toasts.pause(id, 'pointer')}
      onPointerLeave={() => toasts.resume(id, 'pointer')}
      onFocus={() => toasts.pause(id, 'focus')}
      onBlur={() => toasts.resume(id, 'focus')}
    >
      {picture ? (
        <Picture picture={picture} alt="" sizes="56px" className="w-14 rounded-field" />
      ) : (
        <Mark status={status} />
      )}
      <div className="grid grow gap-0.5 py-0.5 leading-label">
        <p className="text-14 font-semibold text-ink">
          <span className="sr-only">{t(`toast.${status}`)}: </span>
          {title}
        </p>
        {description !== undefined && <p className="text-14 text-main">{description}</p>}
      </div>
      {isClosable && (
        <button
          type="button"
          aria-label={t('toast.close')}
          className="-m-2 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-sub-text hover:text-ink"
          onClick={() => toasts.close(id)}
        >
          <Icon name="close" className="size-5" />
        </button>
      )}
    </div>
  )
}

function Mark({ status }: { status: ToastStatus }) {
  if (status === 'loading')
    return (
      <span className="m-0.5 size-5 shrink-0 animate-spin rounded-full border-2 border-indigo-text border-t-transparent" />
    )
  const { icon, colour } = faces[status]
  return <Icon name={icon} className={classes('size-6', colour)} />
}

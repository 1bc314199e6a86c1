import type { Picture } from '@kura/contract/ids'

export const toastPositions = ['top', 'top-left', 'top-right', 'bottom', 'bottom-left', 'bottom-right'] as const
export type ToastPosition = (typeof toastPositions)[number]
export type ToastStatus = 'info' | 'warning' | 'success' | 'error' | 'loading'
export type Toast = {
  id: string
  position: ToastPosition
  /** Milliseconds, or null to stay until it is closed. */
  duration: number | null
  status: ToastStatus
  title: string
  description?: string | undefined
  isClosable: boolean
  /** The piece it is about. */
  picture?: Picture | undefined
}
export type ToastRequest = { title: string } & Partial<Omit<Toast, 'title'>>

export const toastDefaultMs = 5000

type Timers = { set: (act: () => void, ms: number) => unknown; clear: (timer: unknown) => void; now: () => number }
const browserTimers: Timers = {
  set: (act, ms) => setTimeout(act, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  now: () => Date.now(),
}
type Running = { timer: unknown; leftMs: number; since: number }
/** What holds a toast: the pointer on it, or the focus in it. */
export type ToastHold = 'pointer' | 'focus'

/**
 * Toasts on the screen and their remaining time, which pauses while anything holds one. A toast
 * replaces one with the same id.
 */
export function makeToastQueue(timers: Timers = browserTimers) {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const running = new Map<string, Running>()
  const holds = new Map<string, Set<ToastHold>>()
  const listeners = new Set<() => void>()
  const change = (next: readonly Toast[]): void => {
    toasts = next
    for (const listener of listeners) listener()
  }
  const stop = (id: string): void => {
    timers.clear(running.get(id)?.timer)
    running.delete(id)
  }
  const close = (id: string): void => {
    stop(id)
    holds.delete(id)
    if (toasts.some((toast) => toast.id === id)) change(toasts.filter((toast) => toast.id !== id))
  }
  const run = (id: string, leftMs: number): void => {
    if (holds.has(id)) return void running.set(id, { timer: undefined, leftMs, since: timers.now() })
    running.set(id, { timer: timers.set(() => close(id), leftMs), leftMs, since: timers.now() })
  }

  return {
    current: (): readonly Toast[] => toasts,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /**
     * Shows a toast and returns its id. One with an open end, such as `loading`, has the duration
     * null.
     */
    show(request: ToastRequest): string {
      const toast: Toast = {
        position: 'bottom',
        isClosable: true,
        duration: toastDefaultMs,
        status: 'info',
        ...request,
        id: request.id ?? `toast-${(lastId += 1)}`,
      }
      stop(toast.id)
      const isShown = toasts.some(({ id }) => id === toast.id)
      change(isShown ? toasts.map((each) => (each.id === toast.id ? toast : each)) : [...toasts, toast])
      if (toast.duration !== null) run(toast.id, toast.duration)
      return toast.id
    },
    close,
    /** Stops its time for as long as `hold` lasts. */
    pause(id: string, hold: ToastHold): void {
      holds.set(id, (holds.get(id) ?? new Set<ToastHold>()).add(hold))
      const found = running.get(id)
      if (!found || found.timer === undefined) return
      timers.clear(found.timer)
      running.set(id, { ...found, timer: undefined, leftMs: found.leftMs - (timers.now() - found.since) })
    },
    /** Releases a hold; the remaining time continues after the last one. */
    resume(id: string, hold: ToastHold): void {
      const held = holds.get(id)
      held?.delete(hold)
      if (held && held.size > 0) return
      holds.delete(id)
      const found = running.get(id)
      if (found && found.timer === undefined) run(id, Math.max(0, found.leftMs))
    },
  }
}

/** The toasts of this page; the host in the shell shows them. */
export const toasts = makeToastQueue()

export type AlertDialog = { kind: 'alert'; title: string; description: string }
export type ErrorDialog = { kind: 'error'; title: string; message: string }
export type ConfirmDialog = {
  kind: 'confirm'
  title?: string
  description: string
  confirmTitle: string
  cancelTitle?: string
}
export type Dialog = AlertDialog | ErrorDialog | ConfirmDialog
export type QueuedDialog = Dialog & { id: number }

/** Dialogs in the order they were asked for; one is shown at a time. */
export function makeDialogQueue() {
  let queue: readonly (QueuedDialog & { resolve: (answer: boolean) => void })[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const change = (next: typeof queue): void => {
    queue = next
    for (const listener of listeners) listener()
  }
  const ask = (dialog: Dialog): Promise<boolean> =>
    new Promise((resolve) => change([...queue, { ...dialog, id: (lastId += 1), resolve }]))

  return {
    /** The dialog to show now. */
    current: (): QueuedDialog | undefined => queue[0],
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Ends a dialog with its answer; the next one comes up. */
    dismiss(id: number, answer: boolean): void {
      const found = queue.find((dialog) => dialog.id === id)
      if (!found) return
      change(queue.filter((dialog) => dialog !== found))
      found.resolve(answer)
    },
    /** Shows a message; resolves when it is dismissed. */
    alert: (dialog: Omit<AlertDialog, 'kind'>): Promise<void> =>
      ask({ kind: 'alert', ...dialog }).then(() => undefined),
    /** Shows a failure; resolves when it is dismissed. */
    error: (dialog: Omit<ErrorDialog, 'kind'>): Promise<void> =>
      ask({ kind: 'error', ...dialog }).then(() => undefined),
    /** Asks for a confirmation; resolves true on confirm and false on cancel, Escape included. */
    confirm: (dialog: Omit<ConfirmDialog, 'kind'>): Promise<boolean> => ask({ kind: 'confirm', ...dialog }),
  }
}

/** The dialogs of this page; the host in the shell shows them. */
export const dialogs = makeDialogQueue()

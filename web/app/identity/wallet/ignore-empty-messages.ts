/**
 * Keeps messages without content from everybody who listens later. The wallet library reads a field of each message and takes the
 * error of `null` for the wallet's: any window that knows ours could close an open wallet with it. To be called before the
 * library listens.
 */
export function ignoreEmptyMessages(target: EventTarget): void {
  const stop = (event: Event): void => {
    if ((event as MessageEvent).data === null) event.stopImmediatePropagation()
  }
  target.addEventListener('message', stop, { capture: true })
}

/** The browser's own storage; undefined on the server and where the browser forbids it. */
export function ownStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage
  } catch {
    return undefined
  }
}

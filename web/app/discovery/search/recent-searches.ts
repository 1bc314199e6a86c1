const key = 'kura.searches'
const most = 6

/** The last searches of this browser, newest first. They are kept nowhere else. */
export function readSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, most) : []
  } catch {
    // storage is full, refused or was changed by hand
    return []
  }
}

/** Keeps a search as the newest. */
export function keepSearch(text: string): void {
  const words = text.trim().slice(0, 100)
  if (words === '') return
  try {
    localStorage.setItem(
      key,
      JSON.stringify([words, ...readSearches().filter((each) => each !== words)].slice(0, most)),
    )
  } catch {
    // a search works without being kept
  }
}

/** Forgets them all. */
export function forgetSearches(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // nothing was kept then
  }
}

/** Longer than a slow phone takes for a small script; after that the load counts as failed. */
const scriptMs = 20_000

/** `promise`, or a failure after `ms`. A later result is ignored. */
export function inTime<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took too long`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * Loads a provider's script once for all callers; `read` finds its global. After a failure
 * (missing, late or malformed) the next caller tries again.
 */
export function makeScriptLoader<T>(): (url: string, read: () => T | undefined) => Promise<T> {
  let loading: Promise<T> | undefined
  return (url, read) => {
    loading ??= load(url, read).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function load<T>(url: string, read: () => T | undefined): Promise<T> {
  const script = document.createElement('script')
  script.src = url
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${url} did not load`)))
  })
  document.head.append(script)
  try {
    await inTime(loaded, scriptMs, url)
    const found = read()
    if (found === undefined) throw new Error(`${url} is not what it should be`)
    return found
  } catch (error) {
    script.remove()
    throw error
  }
}

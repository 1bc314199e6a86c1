import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'

export type PageWatch = {
  /** Forgets what was heard and expected: from now on complaints are of what comes. */
  begin: () => void
  /**
   * A failure that belongs to the journey: a line that matches is no complaint from now on. What
   * was heard before stays one.
   */
  expect: (pattern: RegExp) => void
  /**
   * Does what ends the session of this token. A call that was sent with it until then may be
   * refused with 401, which the browser counts as an error; one that is sent with it afterwards may
   * not.
   */
  whileEnding: <T>(token: string, act: () => Promise<T>) => Promise<T>
  /** Everything that went wrong in any page of the browser so far. */
  complaints: () => string[]
}

// Said by the browser itself when a page was left before everything of it had arrived.
const isLeaving = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED'

/**
 * Collects from every page of a browser context what its visitor would never see: errors, refused
 * content, failed requests.
 */
export async function watchPages(context: BrowserContext): Promise<PageWatch> {
  const heard: string[] = []
  const expected: { pattern: RegExp; since: number }[] = []
  const endings = watchEndings(context)
  await context.addInitScript(() => {
    // The browser's own words for it are no error in every case; this is.
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`refused by the content security policy: ${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  const hearConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return
    heard.push(`console: ${message.text()} (${message.location().url})`)
  }
  context.on('page', (page: Page) => {
    page.on('console', hearConsole)
    page.on('pageerror', (error) => heard.push(`page error: ${error.stack ?? error.message}`))
    page.on('crash', () => heard.push(`crashed: ${page.url()}`))
  })
  context.on('requestfailed', (request) => {
    if (!isLeaving(request)) heard.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 500) heard.push(`answered ${response.status()}: ${response.url()}`)
  })
  return {
    begin: () => {
      heard.length = 0
      expected.length = 0
      endings.forget()
    },
    expect: (pattern) => void expected.push({ pattern, since: heard.length }),
    whileEnding: endings.whileEnding,
    complaints: () => {
      const lines = heard.filter(
        (line, at) => !expected.some(({ pattern, since }) => at >= since && pattern.test(line)),
      )
      return endings.withoutExcused(lines)
    },
  }
}

/** Knows which refusals are of calls that were under way when their session was ended. */
function watchEndings(context: BrowserContext) {
  const ended = new Set<string>()
  const late = new Set<Request>()
  const excused: string[] = []
  const tokenOf = (request: Request) => request.headers()['x-auth-session']?.replace(/^Bearer /, '') ?? ''
  context.on('request', (request) => {
    if (ended.has(tokenOf(request))) late.add(request)
  })
  const ending = new Set<string>()
  context.on('response', (response) => {
    const request = response.request()
    if (response.status() === 401 && ending.has(tokenOf(request)) && !late.has(request)) excused.push(request.url())
  })
  return {
    forget: () => void (excused.length = 0),
    whileEnding: async <T>(token: string, act: () => Promise<T>): Promise<T> => {
      ending.add(token)
      const result = await act()
      ended.add(token)
      return result
    },
    /** Takes out one line for each of these refusals. */
    withoutExcused: (lines: readonly string[]): string[] => {
      const left = [...excused]
      return lines.filter((line) => {
        const at = left.findIndex((url) => line.includes('status of 401 ') && line.endsWith(`(${url})`))
        if (at >= 0) left.splice(at, 1)
        return at < 0
      })
    },
  }
}

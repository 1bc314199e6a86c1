import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'

export type PageWatch = {
  /** A failure that belongs to the journey: a line that matches is no complaint from now on. */
  expect: (pattern: RegExp) => void
  /** Everything that went wrong in any page of the browser so far. */
  complaints: () => string[]
}

// Said by the browser itself when a page was left before everything of it had arrived.
const isLeaving = (request: Request) => request.failure()?.errorText === 'net::ERR_ABORTED'

/** Collects from every page of a browser context what its visitor would never see: errors, refused content, failed requests. */
export async function watchPages(context: BrowserContext): Promise<PageWatch> {
  const heard: string[] = []
  const expected: RegExp[] = []
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
    expect: (pattern) => void expected.push(pattern),
    complaints: () => heard.filter((line) => !expected.some((pattern) => pattern.test(line))),
  }
}

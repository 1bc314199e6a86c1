import type { CDPSession, Page } from 'playwright-core'

/** A call of a page that the test may answer. */
export type Call = {
  method: string
  url: URL
  body: string
  fulfill: (answer: { status?: number; json: object }) => Promise<void>
  /** Leaves it to what was said before, and at last to the shop. */
  fallback: () => Promise<void>
}
type Answering = { isMeant: (url: URL) => boolean; answer: (call: Call) => unknown }
type Paused = { requestId: string; request: { url: string; method: string; postData?: string } }
type Answered = { session: CDPSession; answerings: Answering[]; files: Map<string, string> }

const pages = new WeakMap<Page, Promise<Answered>>()

/**
 * Has the test answer the calls a page makes, those last said first; what is returned ends it. A
 * route of Playwright does the same, but then takes every request of the page through the test and
 * switches its cache off: each page then loads some eighty files again.
 */
export async function answerCalls(
  page: Page,
  isMeant: Answering['isMeant'],
  answer: Answering['answer'],
): Promise<() => void> {
  const answering = { isMeant, answer }
  const { answerings } = await answered(page)
  answerings.unshift(answering)
  return () => void answerings.splice(answerings.indexOf(answering), 1)
}

/** Has a page load this script in place of the one at an address; `*` matches anything. */
export async function answerScript(page: Page, address: string, text: string): Promise<void> {
  const { session, files } = await answered(page)
  files.set(address, text)
  await enable(session, files)
}

function answered(page: Page): Promise<Answered> {
  const known = pages.get(page) ?? begin(page)
  pages.set(page, known)
  return known
}

async function begin(page: Page): Promise<Answered> {
  const session = await page.context().newCDPSession(page)
  const own: Answered = { session, answerings: [], files: new Map() }
  session.on('Fetch.requestPaused', (paused) => void answerOne(own, paused).catch(ignoreClosed))
  await enable(session, own.files)
  return own
}

/** Only what scripts ask for, and these files, waits for the test. */
const enable = (session: CDPSession, files: Answered['files']) =>
  session.send('Fetch.enable', {
    patterns: [
      { urlPattern: '*', resourceType: 'Fetch' },
      { urlPattern: '*', resourceType: 'XHR' },
      ...[...files.keys()].map((urlPattern) => ({ urlPattern })),
    ],
  })

async function answerOne({ session, answerings, files }: Answered, { requestId, request }: Paused): Promise<void> {
  const url = new URL(request.url)
  const send = (status: number, type: string, text: string) =>
    session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: [{ name: 'content-type', value: type }],
      body: Buffer.from(text).toString('base64'),
    })
  for (const [address, text] of files)
    if (matches(address, url.href)) return void (await send(200, 'text/javascript', text))
  const meant = answerings.filter(({ isMeant }) => isMeant(url))
  const goOn = async (): Promise<void> => {
    const next = meant.shift()
    if (!next) return void (await session.send('Fetch.continueRequest', { requestId }))
    await next.answer({
      method: request.method,
      url,
      body: request.postData ?? '',
      fulfill: async ({ status = 200, json }) => void (await send(status, 'application/json', JSON.stringify(json))),
      fallback: goOn,
    })
  }
  await goOn()
}

const matches = (pattern: string, text: string): boolean => {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`).test(text)
}

/**
 * An answer that a test was about to give to a page that is gone, or to a call the page gave up, is
 * no failure.
 */
function ignoreClosed(error: unknown): void {
  if (!/closed|Invalid InterceptionId|Session with given id not found/i.test(String(error))) throw error
}

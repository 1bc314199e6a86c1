import type { BrowserContext, Page } from 'playwright-core'

/**
 * A new tab in which `goto`, `reload` and `goBack` also wait until the page answers to a press: a
 * page comes finished from the server, and on a busy machine somebody as quick as a test presses
 * before the scripts are there. Without scripts it waits for nothing.
 */
export async function openLivePage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const thenAlive =
    <W extends unknown[], A>(go: (...words: W) => Promise<A>) =>
    async (...words: W): Promise<A> => {
      const answer = await go(...words)
      await untilAlive(page)
      return answer
    }
  page.goto = thenAlive(page.goto.bind(page))
  page.reload = thenAlive(page.reload.bind(page))
  page.goBack = thenAlive(page.goBack.bind(page))
  return page
}

// One that never lives is for the journey to find out. The page asks itself: each question from here
// would cost several messages.
const untilAlive = (page: Page): Promise<unknown> =>
  page.waitForFunction(isLive, undefined, { polling: 20, timeout: 30_000 }).catch(() => {})

/** Runs in the page. */
function isLive(): boolean {
  const part = document.querySelector('main button, main input') ?? document.querySelector('main a')
  if (part === null) return true
  // asked of the root: its parts are marked one after the other, before the first of them answers
  const [, root] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? []
  return root !== undefined && (root as Root).stateNode.current.memoizedState.isDehydrated !== true
}

/** What React keeps of a page. */
type Root = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } } } }

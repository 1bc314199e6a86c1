import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { I18nextProvider } from 'react-i18next'
import { RouterContextProvider, ServerRouter } from 'react-router'
import type { ReactNode } from 'react'
import type { EntryContext } from 'react-router'
import { preloadModule } from 'react-dom'
import { renderToPipeableStream } from 'react-dom/server'
import { pageSettings } from './platform/page-data.ts'
import type { PageSettings } from './platform/page-data.ts'
import { NonceContext } from './platform/nonce.ts'
import type { Language } from './platform/preferences.ts'
import { serverI18n } from './words/server-i18n.ts'

/** The load context of one page, for the server that renders it. */
export function makeLoadContext(settings: PageSettings): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(pageSettings, settings)
  return context
}

/** Renders a whole page: it is cached and sent many times, so streaming would gain nothing. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, language, refusal } = loadContext.get(pageSettings)
  for (const [name, value] of tagsOfSite(routerContext)) headers.set(name, value)
  headers.set('content-type', 'text/html; charset=utf-8')
  await ownTurn()
  const html = await new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <I18nextProvider i18n={serverI18n(language)}>
          <WithWords language={refusal === undefined ? language : undefined}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </WithWords>
        </I18nextProvider>
      </NonceContext>,
      {
        nonce,
        // a large part that loads its script later is rendered in place: without scripts nothing
        // would put it there
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => {
          clearTimeout(timer)
          pipe(collect(resolve))
        },
        onShellError: reject,
        onError: reject,
      },
    )
    const timer = setTimeout(() => abort(new Error('the page took too long to render')), renderMs)
  })
  return new Response(html, { status, headers })
}

/**
 * A page that reads nothing from the server stays the same until the site changes, and so does the
 * not-found page: both are cached like others. A page with an id in its address is not, because
 * nobody has checked that the id exists.
 */
function tagsOfSite({ staticHandlerContext: { matches, loaderData, errors } }: EntryContext): [string, string][] {
  const { route, params = {} } = matches.at(-1) ?? {}
  const readsNothing = errors === null && Object.keys(params).length === 0
  const isOfSite = Object.keys(loaderData).every((id) => id === 'root') && (readsNothing || route?.path === '*')
  return isOfSite ? [['x-kura-tags', 'site']] : []
}

/** Collects bytes and passes them on as a whole: the server decodes them once. */
function collect(done: (bytes: Buffer<ArrayBuffer>) => void): Writable {
  const pieces: Uint8Array[] = []
  return new Writable({
    write(piece: Uint8Array, _encoding, next) {
      pieces.push(piece)
      next()
    },
    final(next) {
      done(Buffer.concat(pieces))
      next()
    },
  })
}

const renderMs = 10_000

let lastTurn: Promise<unknown> = Promise.resolve()
/**
 * Rendering blocks the process: one page per turn of the event loop, so that calls are handled in
 * between.
 */
const ownTurn = (): Promise<unknown> => (lastTurn = lastTurn.then(() => new Promise(setImmediate)))

/** Makes the browser fetch the words together with the scripts: without them it could not start. */
function WithWords({ language, children }: { language: Language | undefined; children: ReactNode }) {
  const file = language && wordsFiles[language]
  if (file !== undefined) preloadModule(file, { as: 'script' })
  return children
}

/** Where the build put the words of each language; in development nothing is preloaded. */
const wordsFiles = readWordsFiles()

function readWordsFiles(): Partial<Record<Language, string>> {
  try {
    return JSON.parse(readFileSync(join(import.meta.dirname, 'words.json'), 'utf8')) as Record<Language, string>
  } catch {
    return {}
  }
}

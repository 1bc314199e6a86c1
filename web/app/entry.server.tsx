import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { I18nextProvider } from 'react-i18next'
import { RouterContextProvider, ServerRouter } from 'react-router'
import type { EntryContext } from 'react-router'
import { renderToPipeableStream } from 'react-dom/server'
import { pageSettings } from './load-context.ts'
import type { PageSettings } from './load-context.ts'
import { NonceContext } from './nonce.ts'
import { serverI18n } from './words/server-i18n.ts'

/** The load context of one page, for the server that renders it. */
export function makeLoadContext(settings: PageSettings): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(pageSettings, settings)
  return context
}

/** Renders a page whole: it is kept and sent many times, so streaming it would gain nothing. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, language } = loadContext.get(pageSettings)
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <I18nextProvider i18n={serverI18n(language)}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </I18nextProvider>
      </NonceContext>,
      {
        nonce,
        onAllReady: () => {
          const body = new PassThrough()
          text(body).then(resolve, reject)
          pipe(body)
        },
        onShellError: reject,
        onError: reject,
      },
    )
    setTimeout(() => abort(new Error('the page took too long to render')), renderMs).unref()
  })
  return new Response(html, { status, headers })
}

const renderMs = 10_000

import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { RouterContextProvider, ServerRouter } from 'react-router'
import type { EntryContext } from 'react-router'
import { pageContent } from './content.ts'
import type { PageContent } from './content.ts'

/** The load context of one page. */
export function makeLoadContext(content: PageContent): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(pageContent, content)
  return context
}

/** Streams the page, as a new React Router project does. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      onShellReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onShellError: reject,
    })
  })
}

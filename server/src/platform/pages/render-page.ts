import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createRequestHandler } from 'react-router'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import type { SiteConfig } from '@kura/contract/site'
import type { LocalApi } from '../http/call-runner.ts'
import { pageAddresses } from './page-address.ts'

export type PageSettings = {
  api: LocalApi
  site: SiteConfig
  nonce: string
  language: 'ja' | 'en'
  theme: 'auto' | 'light' | 'dark'
  /** Makes the page that says so in place of any other. */
  refusal?: PageRefusalCode
}
/** Why no page is shown: the address cannot be read, its source asks too much, or all do. */
export type PageRefusalCode = 'INVALID_REQUEST_FORMAT' | 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE'
type Build = ServerBuild & { entry: { module: { makeLoadContext: (settings: PageSettings) => RouterContextProvider } } }
export type PageRenderer = {
  render: (request: Request, settings: PageSettings) => Promise<Response>
  /** The one address by which a page is rendered and kept, of any that shows it. */
  addressOf: (address: string) => string
}

const buildFolder = fileURLToPath(new URL('../../../../web/build/', import.meta.url))

/** The folder of the pages built last, or undefined when none are built. It stays there while this process serves it. */
export async function findWebBuild(): Promise<string | undefined> {
  const name = await readFile(`${buildFolder}current`, 'utf8').catch(() => undefined)
  return name === undefined ? undefined : `${buildFolder}${name.trim()}/`
}

/** The page renderer of a web build. */
export async function loadRenderer(folder: string): Promise<PageRenderer> {
  const build = (await import(pathToFileURL(`${folder}server/index.js`).href)) as Build
  return rendererOf(build)
}

/** The renderer of a build: page data comes in-process through `settings.api`, always as an anonymous visitor. */
export function rendererOf(build: Build): PageRenderer {
  const handle = createRequestHandler(build, 'production')
  return {
    render: (request, settings) => handle(request, build.entry.module.makeLoadContext(settings)),
    addressOf: pageAddresses(build.routes),
  }
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createRequestHandler } from 'react-router'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import type { SiteConfig } from '@kura/contract/site'
import type { LocalApi } from '../http/call-runner.ts'

export type PageSettings = {
  api: LocalApi
  site: SiteConfig
  nonce: string
  language: 'ja' | 'en'
  theme: 'auto' | 'light' | 'dark'
}
type Build = ServerBuild & { entry: { module: { makeLoadContext: (settings: PageSettings) => RouterContextProvider } } }
export type RenderPage = (request: Request, settings: PageSettings) => Promise<Response>

const buildFolder = fileURLToPath(new URL('../../../../web/build/', import.meta.url))

/** The folder of the pages built last, or undefined when none are built. It stays there while this process serves it. */
export async function findWebBuild(): Promise<string | undefined> {
  const name = await readFile(`${buildFolder}current`, 'utf8').catch(() => undefined)
  return name === undefined ? undefined : `${buildFolder}${name.trim()}/`
}

/** The page renderer of a web build. */
export async function loadRenderer(folder: string): Promise<RenderPage> {
  const build = (await import(pathToFileURL(`${folder}server/index.js`).href)) as Build
  return rendererOf(build)
}

/** The renderer of a build: page data comes in-process through `settings.api`, always as an anonymous visitor. */
export function rendererOf(build: Build): RenderPage {
  const handle = createRequestHandler(build, 'production')
  return (request, settings) => handle(request, build.entry.module.makeLoadContext(settings))
}

import { use } from 'react'
import type { ReactNode } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, isRouteErrorResponse, useRouteLoaderData } from 'react-router'
import fontFaces from '@fontsource-variable/noto-sans-jp/wght.css?url'
import type { Route } from './+types/root.ts'
import { pageApi, pageSettings } from './platform/page-data.ts'
import type { PageFailure } from './platform/page-data.ts'
import { NonceContext } from './platform/nonce.ts'
import { ErrorPage } from './shell/shell/error-page.tsx'
import favicon from './shell/shell/favicon.svg?url'
import { Shell } from './shell/shell/shell.tsx'
import { IconSprite } from './ui/icon.tsx'
import { useWords } from './words/use-words.ts'
import './app.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { site, language, theme, refusal } = context.get(pageSettings)
  if (refusal !== undefined) return { site, language, theme, isStill: true }
  // a page is shown also when the plan cannot be read
  const planned = await pageApi(context)('listMaintenance', {}).catch(() => undefined)
  return {
    site,
    language,
    theme,
    ...(planned?.ok && planned.data.items[0] ? { maintenance: [planned.data.items[0]] } : {}),
  }
}

/** Nothing of the root changes while a page lives: another language or theme is another page. */
export const shouldRevalidate = (): boolean => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const { language } = useWords()
  const { theme = 'auto', isStill } = useRouteLoaderData<typeof loader>('root') ?? {}
  return (
    <html lang={language} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="manifest" href="/app.webmanifest" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        {headLines.map((line) => (
          <script key={line} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: line }} />
        ))}
        <Links nonce={nonce} />
      </head>
      <body>
        <IconSprite />
        {children}
        {!isStill && <ScrollRestoration nonce={nonce} />}
        {!isStill && <Scripts nonce={nonce} />}
        {/* last: the font faces must not hold up the first paint of devices that have Japanese fonts */}
        <link rel="stylesheet" href={fontFaces} />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isMaintenance =
    isRouteErrorResponse(error) && (error.data as Partial<PageFailure> | null)?.errorCode === 'MAINTENANCE'
  return (
    <Shell>
      <ErrorPage status={status} isMaintenance={isMaintenance} />
    </Shell>
  )
}

/**
 * The two lines that run in the head before the first paint. The first marks the document as a member's or a guest's by the
 * stored session, the second its theme by the cookie, so that finished pages are the same for everybody and nothing flickers.
 */
const headLines = [
  `(function(d){var m=0;try{var s=JSON.parse(localStorage.getItem('session'));m=s&&typeof s.userId=='string'&&typeof s.token=='string'&&typeof s.flowAddress=='string'&&isFinite(s.timestamp)&&typeof s.timestamp=='number'}catch(e){}d.dataset.session=m?'member':'guest'})(document.documentElement)`,
  `(function(d){var t=/(?:^|; )kura_theme=(light|dark|auto)/.exec(document.cookie);if(t)d.dataset.theme=t[1]})(document.documentElement)`,
] as const

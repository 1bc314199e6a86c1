import { useRouteLoaderData } from 'react-router'
import type { SiteConfig } from '@kura/contract/site'
import type { Theme } from './preferences.ts'

type RootData = { site: SiteConfig; theme: Theme }

/** What the browser knows of this installation: name, addresses, public keys. */
export function useSite(): SiteConfig {
  const root = useRouteLoaderData<RootData>('root')
  if (!root) throw new Error('the root of the page has no data')
  return root.site
}

/** The theme the page was rendered for. */
export const useTheme = (): Theme => useRouteLoaderData<RootData>('root')?.theme ?? 'auto'

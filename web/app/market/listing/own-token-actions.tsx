import { lazy, Suspense } from 'react'
import type { TokenCardView } from '@kura/contract/market/token'
import { useSession } from '../../platform/session.ts'
import { Skeleton } from '../../ui/states.tsx'

export type OwnToken = Pick<TokenCardView, 'tokenId' | 'itemId' | 'ownerAddress'>

const OwnTokenPanel = lazy(() => import('./own-token-panel.tsx').then((module) => ({ default: module.OwnTokenPanel })))

/** The actions of a token's holder; nothing for everybody else, who does not load it. */
export function OwnTokenActions({ token }: { token: OwnToken }) {
  const own = useSession()?.flowAddress ?? ''
  if (own === '' || own !== token.ownerAddress) return null
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <OwnTokenPanel token={token} />
    </Suspense>
  )
}

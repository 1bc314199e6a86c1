import type { ReactNode } from 'react'
import type { Words } from '@kura/contract/ids'
import { formatSerial } from '../platform/format.ts'
import { links } from '../platform/links.ts'
import { useWords } from '../words/use-words.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { PageHead } from './page-head.tsx'

type ReadingPageProps = {
  title: string
  trail: readonly { name: string; to: string }[]
  lead?: string
  children: ReactNode
}

/** A narrow page of one matter, hidden from search engines: the way up, the heading, the content. */
export function ReadingPage({ title, trail, lead, children }: ReadingPageProps) {
  const heading = <h1 className="text-24">{title}</h1>
  return (
    <div className="page grid justify-items-center pt-4 md:pt-6">
      <PageHead title={title} isHidden />
      <div className="grid w-full max-w-reading gap-6">
        <Breadcrumbs trail={trail} />
        {lead === undefined ? (
          heading
        ) : (
          <div className="grid gap-2">
            {heading}
            <p className="text-14">{lead}</p>
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

type Token = { tokenId: string; itemId: string; name: Words; serial: number }

/** The way up from a page about one token: its item, then the token. */
export function useTokenTrail({ tokenId, itemId, name, serial }: Token): ReadingPageProps['trail'] {
  const { pick } = useWords()
  return [
    { name: pick(name), to: links.item(itemId) },
    { name: formatSerial(serial), to: links.token(tokenId) },
  ]
}

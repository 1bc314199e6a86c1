import type { ReactNode } from 'react'

/**
 * The page of one thing: its picture, beside it what can be done (sticky from 900 px on, below the picture on a phone), then all
 * the rest.
 */
export function LeadLayout({ lead, aside, children }: { lead: ReactNode; aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-8 md:grid-cols-[minmax(0,1fr)_380px] md:grid-rows-[auto_1fr] md:gap-x-12 md:gap-y-10">
      <div className="min-w-0">{lead}</div>
      <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
        <div className="grid gap-6 md:sticky md:top-24">{aside}</div>
      </div>
      <div className="grid min-w-0 content-start gap-10">{children}</div>
    </div>
  )
}

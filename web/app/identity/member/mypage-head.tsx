import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page-head.tsx'

/** Title and heading of an own page; `note` stands beside the heading, such as a count. */
export function MypageHead({ title, note }: { title: string; note?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <PageHead title={title} isHidden />
      <h1 className="text-24">{title}</h1>
      {note != null && <p className="tabular text-14 text-sub-text">{note}</p>}
    </div>
  )
}

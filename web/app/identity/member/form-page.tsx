import type { ReactNode } from 'react'

/** A narrow page with one form: heading, a sentence, the form on a card. */
export function FormPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="page grid justify-items-center pt-8 md:pt-16">
      <div className="grid w-full max-w-[440px] gap-6">
        <div className="grid gap-2">
          <h1 className="text-24">{title}</h1>
          {lead != null && <div className="text-14">{lead}</div>}
        </div>
        {children}
      </div>
    </div>
  )
}

/** The card a form stands on. */
export function FormCard({ children }: { children: ReactNode }) {
  return <div className="rounded-card border border-line bg-surface p-5 sm:p-6">{children}</div>
}

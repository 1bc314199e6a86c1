import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

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

/** The way back to the screen for logging in. */
export function BackToLogin({ target }: { target: string }) {
  const { t } = useWords()
  return (
    <p className="text-center text-14">
      <Link
        to={withRedirect(links.login, target)}
        className="inline-flex min-h-11 items-center font-semibold text-indigo-text underline"
      >
        {t('login.back')}
      </Link>
    </p>
  )
}

import type { ReactNode } from 'react'
import { useSite } from '../../platform/use-site.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/legal-words.ts'

type LegalPageProps = { title: string; version?: string; isTemplate?: boolean; children: ReactNode }

/**
 * The frame of a legal page. Unless the site is live or the page is filled in, it says that the
 * text is a template.
 */
export function LegalPage({ title, version, isTemplate = true, children }: LegalPageProps) {
  const { t } = useWords()
  const site = useSite()
  return (
    <div className="page pt-8 md:pt-12">
      <PageHead title={title} />
      <article className="mx-auto grid max-w-reading gap-8">
        <header className="grid gap-2">
          <h1 className="text-24 md:text-32">{title}</h1>
          <p className="text-14 text-sub-text">
            {site.name}
            {version !== undefined && <span className="ml-4">{t('legal.version', { version })}</span>}
          </p>
        </header>
        {isTemplate && !site.isLive && (
          <aside className="grid gap-1 rounded-card border border-line bg-ground p-4 text-14">
            <p className="font-semibold text-ink">{t('legal.operator-notice.title')}</p>
            <p>{t('legal.operator-notice.text')}</p>
          </aside>
        )}
        {children}
      </article>
    </div>
  )
}

/** A section of a legal page; `isToFill` marks what only the operator can say. */
export function LegalSection({
  title,
  isToFill = false,
  children,
}: {
  title: string
  isToFill?: boolean
  children: ReactNode
}) {
  return (
    <section className="grid gap-2">
      <h2 className="text-18">{title}</h2>
      {isToFill && <ToFill />}
      <p className="whitespace-pre-line">{children}</p>
    </section>
  )
}

/** The mark on a place that the operator has to complete. */
export function ToFill() {
  const { t } = useWords()
  return (
    <span className="justify-self-start rounded-field border border-dashed border-line-strong px-2 py-1 text-12 leading-label text-main">
      {t('legal.to-fill')}
    </span>
  )
}

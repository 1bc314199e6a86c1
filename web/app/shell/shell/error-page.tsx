import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { links } from '../../platform/links.ts'
import { LinkButton, PlainLinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'

const known = [400, 403, 404, 410, 429, 500, 503] as const
/** Those that pass by themselves. */
const passing: readonly number[] = [429, 500, 503]

/** What is said of a status: its own words, else those of its kind. */
const wordsFor = (status: number): (typeof known)[number] =>
  known.find((each) => each === status) ?? (status >= 400 && status < 500 ? 400 : 500)

/** A page that could not be shown: what happened, what was not lost, what to do. Never a stack. Works without scripts. */
export function ErrorPage({ status, isMaintenance = false }: { status: number; isMaintenance?: boolean }) {
  const { t } = useWords()
  const name = useRouteLoaderData<{ site: { name: string } }>('root')?.site.name
  const kind = wordsFor(status)
  const isPassing = passing.includes(kind)
  const words = isMaintenance ? 'maintenance' : kind
  const title = t(`page-error.${words}.title`)
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center">
      <title>{name === undefined ? title : `${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
      <p aria-hidden="true" className="tabular text-40 leading-label font-bold text-sub-text">
        {status}
      </p>
      <h1 className="text-24">{title}</h1>
      <p className="max-w-reading text-balance">{t(`page-error.${words}.text`)}</p>
      <RequestId />
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {isPassing && <PlainLinkButton href="">{t('page-error.retry')}</PlainLinkButton>}
        {!isMaintenance && (
          <LinkButton to={links.home} look={isPassing ? 'secondary' : 'primary'}>
            {t('page-error.home')}
          </LinkButton>
        )}
        {!isPassing && (
          <LinkButton to={links.items} look="secondary">
            {t('page-error.items')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

/** By which id the log has this failure, for an enquiry. The server writes it on the document. */
function RequestId() {
  const { t } = useWords()
  const [id, setId] = useState<string>()
  useEffect(() => {
    const { dataset } = document.documentElement
    if (dataset['requestId'] !== undefined) setId(dataset['requestId'])
    // the next failure of this document is another
    delete dataset['requestId']
  }, [])
  return id === undefined ? null : <p className="text-12 text-sub-text">{t('page-error.request', { id })}</p>
}

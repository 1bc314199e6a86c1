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
export function ErrorPage({ status }: { status: number }) {
  const { t } = useWords()
  const name = useRouteLoaderData<{ site: { name: string } }>('root')?.site.name
  const kind = wordsFor(status)
  const isPassing = passing.includes(kind)
  const title = t(`page-error.${kind}.title`)
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center">
      <title>{name === undefined ? title : `${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
      <p aria-hidden="true" className="tabular text-40 leading-label font-bold text-sub-text">
        {status}
      </p>
      <h1 className="text-24">{title}</h1>
      <p className="max-w-reading text-balance">{t(`page-error.${kind}.text`)}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {isPassing && <PlainLinkButton href="">{t('page-error.retry')}</PlainLinkButton>}
        <LinkButton to={links.home} look={isPassing ? 'secondary' : 'primary'}>
          {t('page-error.home')}
        </LinkButton>
        {!isPassing && (
          <LinkButton to={links.items} look="secondary">
            {t('page-error.items')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

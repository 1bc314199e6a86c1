import { useRouteLoaderData } from 'react-router'
import { links } from '../../platform/links.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'

/** A page that could not be shown: what happened, what was not lost, what to do. Never a stack. */
export function ErrorPage({ status }: { status: number }) {
  const { t } = useWords()
  const name = useRouteLoaderData<{ site: { name: string } }>('root')?.site.name
  const kind = status === 404 ? '404' : status === 503 || status === 429 ? '503' : '500'
  const title = t(`page-error.${kind}.title`)
  return (
    <div className="page grid justify-items-center gap-4 py-24 text-center">
      <title>{name === undefined ? title : `${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
      <p aria-hidden="true" className="tabular text-40 leading-label font-bold text-sub-text">
        {kind}
      </p>
      <h1 className="text-24">{title}</h1>
      <p className="max-w-reading">{t(`page-error.${kind}.text`)}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {kind !== '404' && <Button onClick={() => location.reload()}>{t('page-error.retry')}</Button>}
        <LinkButton to={links.home} look={kind === '404' ? 'primary' : 'secondary'}>
          {t('page-error.home')}
        </LinkButton>
        {kind === '404' && (
          <LinkButton to={links.items} look="secondary">
            {t('page-error.items')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

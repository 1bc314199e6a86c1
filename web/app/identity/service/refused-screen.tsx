import { links } from '../../platform/links.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { FormPage } from '../member/form-page.tsx'
import '../../words/service-words.ts'

const search = declareSearch({ error: 'browser' })
export const handle = { search }

/** What a service sent cannot be followed, and there is no address to send the member back to. */
export default function ConnectRefusedScreen() {
  const { t } = useWords()
  const error = useSearch(search).get('error') ?? ''
  const isOfService = ['invalid_client', 'invalid_redirect_uri'].includes(error)
  return (
    <FormPage title={t('connect.title')}>
      <PageHead title={t('connect.title')} isHidden />
      <EmptyState
        icon="warning"
        title={t('connect.refused')}
        text={t(isOfService ? 'connect.refused-service' : 'connect.over-text')}
      >
        {/^[a-z_]{1,40}$/.test(error) && <p className="w-full text-12 text-sub-text">{error}</p>}
        <LinkButton to={links.home} look="secondary">
          {t('connect.home')}
        </LinkButton>
      </EmptyState>
    </FormPage>
  )
}

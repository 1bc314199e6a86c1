import { Link } from 'react-router'
import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { Route } from './+types/tokushoho-screen.ts'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { useSite } from '../../platform/use-site.ts'
import { Fact, Facts } from '../../ui/section.tsx'
import { useWords } from '../../words/use-words.ts'
import { LegalPage, ToFill } from './legal-page.tsx'
import '../../words/legal-words.ts'

const byOperator = ['seller', 'manager', 'address', 'phone', 'hours', 'email', 'invoice'] as const
const said = ['price', 'extra', 'payment', 'delivery', 'returns', 'environment'] as const

export async function loader({ context }: Route.LoaderArgs) {
  return tagged({ operator: orThrow(await pageApi(context)('showOperator', {})) }, ['site', 'operators'])
}
export const headers = pageHeaders

/** What Japanese law asks every distance seller to state. */
export default function TokushohoScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { publicUrl } = useSite()
  const stated = statedBy(loaderData.operator, pick)
  // a seller who is not registered for invoices has no number to state
  const shown = byOperator.filter((name) => name !== 'invoice' || stated.invoice !== '')
  const isComplete = shown.every((name) => stated[name] !== '')
  return (
    <LegalPage title={t('legal.tokushoho')} isTemplate={!isComplete}>
      {!isComplete && (
        <p role="note" className="rounded-card bg-attention-ground p-4 text-14 text-ink">
          {t('legal.tokushoho.incomplete')}
        </p>
      )}
      <Facts>
        {shown.map((name) => (
          <Fact key={name} name={t(`legal.tokushoho.${name}`)}>
            {stated[name] === '' ? <ToFill /> : <span className="whitespace-pre-line">{stated[name]}</span>}
          </Fact>
        ))}
        <Fact name={t('legal.tokushoho.url')}>{publicUrl}</Fact>
        {said.map((name) => (
          <Fact key={name} name={t(`legal.tokushoho.${name}`)}>
            {t(`legal.tokushoho.${name}-text`)}
          </Fact>
        ))}
        <Fact name={t('legal.tokushoho.enquiries')}>
          <Link to={links.contact} className="inline-flex min-h-11 items-center text-indigo-text underline">
            {t('shell.contact')}
          </Link>
        </Fact>
      </Facts>
    </LegalPage>
  )
}

const statedBy = (
  operator: OperatorView,
  pick: (words: OperatorView['name']) => string,
): Record<(typeof byOperator)[number], string> => ({
  seller: pick(operator.name),
  manager: pick(operator.representative),
  address: pick(operator.address),
  phone: operator.phone,
  hours: pick(operator.hours),
  email: operator.email,
  invoice: operator.invoiceNumber,
})

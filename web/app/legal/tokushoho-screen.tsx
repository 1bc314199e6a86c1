import { pageHeaders, tagged } from '../page-data.ts'
import { useSite } from '../use-site.ts'
import { Fact, Facts } from '../ui/section.tsx'
import { useWords } from '../words/use-words.ts'
import { LegalPage, ToFill } from './legal-page.tsx'
import '../words/legal-words.ts'

const byOperator = ['seller', 'manager', 'address', 'phone', 'email'] as const
const said = ['price', 'extra', 'payment', 'delivery', 'returns', 'environment'] as const

export const loader = () => tagged({}, ['site'])
export const headers = pageHeaders

/** What Japanese law asks every distance seller to state. */
export default function TokushohoScreen() {
  const { t } = useWords()
  const { publicUrl } = useSite()
  return (
    <LegalPage title={t('legal.tokushoho')}>
      <Facts>
        {byOperator.map((name) => (
          <Fact key={name} name={t(`legal.tokushoho.${name}`)}>
            <ToFill />
          </Fact>
        ))}
        <Fact name={t('legal.tokushoho.url')}>{publicUrl}</Fact>
        {said.map((name) => (
          <Fact key={name} name={t(`legal.tokushoho.${name}`)}>
            {t(`legal.tokushoho.${name}-text`)}
          </Fact>
        ))}
      </Facts>
    </LegalPage>
  )
}

import { pageHeaders, tagged } from '../../platform/page-data.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { LegalPage, LegalSection } from './legal-page.tsx'
import '../../words/legal-words.ts'

export const loader = () => tagged({}, ['site'])
export const headers = pageHeaders

export default function TermsScreen() {
  const { t } = useWords()
  const { name, termsVersion } = useSite()
  return (
    <LegalPage title={t('legal.terms')} version={termsVersion}>
      <LegalSection title={t('legal.terms.1.title')}>{t('legal.terms.1.text', { name })}</LegalSection>
      <LegalSection title={t('legal.terms.2.title')}>{t('legal.terms.2.text')}</LegalSection>
      <LegalSection title={t('legal.terms.3.title')}>{t('legal.terms.3.text')}</LegalSection>
      <LegalSection title={t('legal.terms.4.title')}>{t('legal.terms.4.text')}</LegalSection>
      <LegalSection title={t('legal.terms.5.title')}>{t('legal.terms.5.text')}</LegalSection>
      <LegalSection title={t('legal.terms.6.title')} isToFill>
        {t('legal.terms.6.text')}
      </LegalSection>
    </LegalPage>
  )
}

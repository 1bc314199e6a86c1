import { pageHeaders, tagged } from '../../platform/page-data.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { LegalPage, LegalSection } from './legal-page.tsx'
import '../../words/legal-words.ts'

export const loader = () => tagged({}, ['site'])
export const headers = pageHeaders

export default function PrivacyScreen() {
  const { t } = useWords()
  const { termsVersion } = useSite()
  return (
    <LegalPage title={t('legal.privacy')} version={termsVersion}>
      <LegalSection title={t('legal.privacy.1.title')}>{t('legal.privacy.1.text')}</LegalSection>
      <LegalSection title={t('legal.privacy.2.title')}>{t('legal.privacy.2.text')}</LegalSection>
      <LegalSection title={t('legal.privacy.3.title')}>{t('legal.privacy.3.text')}</LegalSection>
      <LegalSection title={t('legal.privacy.4.title')} isToFill>
        {t('legal.privacy.4.text')}
      </LegalSection>
      <LegalSection title={t('legal.privacy.5.title')} isToFill>
        {t('legal.privacy.5.text')}
      </LegalSection>
    </LegalPage>
  )
}

import { useNavigate } from 'react-router'
import { links } from '../../platform/links.ts'
import { signOut } from '../session/keep-session.ts'
import { useMe } from '../session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { termsRequest } from './terms-request.ts'
import { useFormCall } from './form-call.ts'
import '../../words/identity-words.ts'

/** The current terms, to agree to or to leave. There is no other way to close it. */
export function TermsModal() {
  const { t } = useWords()
  const { termsVersion } = useSite()
  const { renew } = useMe()
  const navigate = useNavigate()
  const { isBusy, errors, send } = useFormCall([])
  const handleAgree = async (): Promise<void> => {
    const result = await send('agreeTerms', { body: { termsVersion } })
    if (result?.ok) {
      await renew(result.data)
      return termsRequest.end(true)
    }
    // the page is older than the terms: only a new one knows their version
    if (result && result.body.errorCode === 'TERMS_OUTDATED') location.reload()
  }
  const handleLeave = async (): Promise<void> => {
    termsRequest.end(false)
    await signOut()
    await navigate(links.home)
  }
  return (
    <Modal isOpen onClose={() => undefined} title={t('terms.title')} isPersistent hasCloseButton={false}>
      <p className="text-14">{t('terms.text')}</p>
      <ul className="grid">
        {(['terms', 'privacy'] as const).map((page) => (
          <li key={page}>
            <a
              href={links[page]}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center text-14 font-semibold text-indigo-text underline"
            >
              {t(`legal.${page}`)}
            </a>
          </li>
        ))}
      </ul>
      <FieldError error={errors.form} />
      <div className="grid gap-3">
        <Button size="lg" isWide isBusy={isBusy} onClick={() => void handleAgree()}>
          {t('terms.agree')}
        </Button>
        <Button look="quiet" isWide onClick={() => void handleLeave()}>
          {t('terms.leave')}
        </Button>
      </div>
    </Modal>
  )
}

import { Link } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/identity-words.ts'

/** The way back to the screen for logging in. */
export function BackToLogin({ target }: { target: string }) {
  const { t } = useWords()
  return (
    <p className="text-center text-14">
      <Link
        to={withRedirect(links.login, target)}
        className="inline-flex min-h-11 items-center font-semibold text-indigo-text underline"
      >
        {t('login.back')}
      </Link>
    </p>
  )
}

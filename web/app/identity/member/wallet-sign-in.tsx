import { call } from '../../platform/api.ts'
import { BotWidget, GuardedButton } from '../captcha/bot-widget.tsx'
import { session } from '../../platform/session.ts'
import type { IssuedSession } from '../../platform/session-store.ts'
import { chosenLanguage } from '../../platform/preferences.ts'
import { FieldError } from '../../ui/field.tsx'
import { linkMessage } from '../wallet/link-message.ts'
import { useSigning } from '../wallet/signing.ts'
import { signInByWallet, proofBody } from '../wallet/take-proof.ts'
import type { WalletSignInResult } from '../wallet/take-proof.ts'
import { useProof } from '../wallet/use-proof.ts'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/identity-words.ts'

type SignInProps = { isPersistent: boolean }

/**
 * Sign-in by wallet, once it is chosen: its data is fetched first, and the press opens the wallet,
 * because its window has to follow a press at once. New members agree to the terms right after.
 */
export function WalletSignIn({ isPersistent }: SignInProps) {
  const { t } = useWords()
  const { stage, end, run } = useSigning<WalletSignInResult<IssuedSession>>()
  // the page leaves once there is a session
  const isBusy = stage !== undefined || end?.status === 'signed-in'
  const failure = end && wordOf(end)
  const proof = useProof(!isBusy, { session: null })
  const handleStart = async (): Promise<void> => {
    const reached = await run((onStage) =>
      signInByWallet({
        ...proof,
        onStage,
        signIn: (taken) =>
          call(
            'flowSignIn',
            { body: { ...proofBody(taken), address: taken.proof.address, locale: chosenLanguage(document.cookie) } },
            { session: null },
          ),
      }),
    )
    if (reached?.status === 'signed-in') session.attach(reached.data, { isPersistent })
  }
  return (
    <section aria-label={t('login.by-wallet')} className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <h2 className="text-16">{t('login.by-wallet')}</h2>
      <p className="text-14">{t('login.wallet.text')}</p>
      <BotWidget />
      <FieldError error={failure && t(failure)} />
      <GuardedButton size="lg" isWide isBusy={isBusy} onClick={() => void handleStart()}>
        {t('login.wallet.start')}
      </GuardedButton>
    </section>
  )
}

function wordOf(result: WalletSignInResult<unknown>): WordKey | undefined {
  if (result.status === 'cancelled' || result.status === 'signed-in') return undefined
  if (result.status === 'bot-denied') return 'error.BOT_DENY'
  if (result.status === 'failed') return linkMessage(result)
  return result.code === 'AUTHENTICATION_FAILED' ? 'login.wallet.refused' : `error.${result.code}`
}

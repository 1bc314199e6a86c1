import { useState } from 'react'
import type { ReactNode, FormEvent } from 'react'
import { GuardedButton } from '../captcha/bot-widget.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError, PasswordField } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useWords } from '../../words/use-words.ts'
import { LinkArt, LinkStepsArt, VaultDoor } from './link-art.tsx'
import type { SigningStage } from './signing.ts'
import '../../words/identity-words.ts'

/**
 * `wallet`: the wallet is in front of everything. `asking`: for the password, before a first wallet
 * is registered. `sealing`: the collection is being created. `done`: linked just now.
 */
export type LinkStage = SigningStage | 'invite' | 'done'

type InviteWindowProps = {
  isOpen: boolean
  onClose: () => void
  stage: LinkStage
  isReady: boolean
  onStart: () => void
  /** What failed, in the member's words. */
  error?: string | undefined
  /** The question for the password, in the stage `asking`. */
  question?: ReactNode
  /** The recommended address, or its place while it is not known. */
  children: ReactNode
  /** The visible bot check where one is asked for. */
  check?: ReactNode
}

/**
 * The first window: invites a member to link a wallet. It is hidden while the wallet itself is in
 * front.
 */
export function InviteWindow({ stage, error, question, children, check, ...rest }: InviteWindowProps) {
  const { t } = useWords()
  const isWorking = stage === 'preparing' || stage === 'sealing'
  return (
    <Modal
      isOpen={rest.isOpen && stage !== 'wallet'}
      onClose={rest.onClose}
      title={t('wallet.link.title')}
      isPersistent={isWorking}
      hasCloseButton={!isWorking}
    >
      <LinkArt />
      {stage !== 'asking' && <p className="text-14">{t('wallet.link.text')}</p>}
      {/* the door and the question need the room on a phone */}
      {stage !== 'sealing' && stage !== 'asking' && (
        <>
          {children}
          <LinkStepsArt />
        </>
      )}
      {stage === 'asking' && question}
      {check}
      <FieldError error={error} />
      {stage !== 'asking' && <LinkAction stage={stage} isReady={rest.isReady} onStart={rest.onStart} />}
    </Modal>
  )
}

/** Recommends the account's e-mail address for the wallet. Nothing for an account without one. */
export function Recommendation({ email }: { email: string }) {
  const { t } = useWords()
  if (email === '') return null
  return (
    <div className="grid gap-1 rounded-field border border-line px-4 py-3">
      <p className="text-12 text-sub-text">{t('wallet.link.email')}</p>
      <p className="text-14 font-semibold break-all text-ink">{email}</p>
    </div>
  )
}

/** The button, or the closing door while the collection is being created. */
function LinkAction({ stage, isReady, onStart }: Pick<InviteWindowProps, 'stage' | 'isReady' | 'onStart'>) {
  const { t } = useWords()
  if (stage === 'sealing')
    return (
      <div role="status" className="grid gap-2 text-center">
        <VaultDoor isOpen={false} />
        <p className="text-16 font-semibold text-ink">{t('wallet.link.creating')}</p>
        <p className="text-12 text-sub-text">{t('wallet.link.creating-note')}</p>
      </div>
    )
  return (
    <GuardedButton size="lg" isWide disabled={!isReady} isBusy={stage === 'preparing'} onClick={onStart}>
      {t('wallet.link.button')}
    </GuardedButton>
  )
}

/** The second window: a full member, who can list, buy and gift. */
export function WelcomeWindow({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('wallet.linked.title')}>
      <VaultDoor isOpen />
      <p className="text-14">{t('wallet.linked.text')}</p>
      <Button size="lg" isWide onClick={onClose}>
        {t('dialog.close')}
      </Button>
    </Modal>
  )
}

type LinkPasswordProps = {
  /** The last password was wrong. */
  isAgain: boolean
  onAnswer: (password: string) => void
}

/**
 * Asks for the password before a first wallet is linked in a session that was not begun just now.
 */
export function LinkPassword({ isAgain, onAnswer }: LinkPasswordProps) {
  const { t } = useWords()
  const [isMissing, setIsMissing] = useState(false)
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setIsMissing(password === '')
    if (password !== '') onAnswer(password)
  }
  const wrong = isAgain ? t('password.wrong') : undefined
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={handleSubmit}>
      <p className="text-14">{t('wallet.link.password')}</p>
      <PasswordField
        label={t('password.current')}
        name="password"
        autoComplete="current-password"
        autoFocus
        error={isMissing ? t('password.missing') : wrong}
      />
      <GuardedButton type="submit" size="lg" isWide>
        {t('wallet.link.password-go')}
      </GuardedButton>
    </form>
  )
}

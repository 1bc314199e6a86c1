import type { AccountView } from '@kura/contract/member'
import { useCall } from '../swr.ts'
import type { CallError } from '../swr.ts'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { LinkArt } from './link-art.tsx'
import { LinkStepsArt } from './link-steps-art.tsx'
import { useLinkFlow } from './use-link-flow.ts'
import type { LinkStage } from './use-link-flow.ts'
import { VaultDoor } from './vault-door.tsx'

/**
 * The two wallet-link windows: the invitation for members without a wallet, and the welcome for those who have one. Both make
 * room while the wallet itself is in front.
 */
export function WalletLinkModals({ isOpen, onClose }: { isOpen: boolean; onClose: (isLinked: boolean) => void }) {
  const { t } = useWords()
  const { data: account, error, mutate } = useCall('account', isOpen ? {} : null)
  const { stage, isDenied, start } = useLinkFlow(isOpen, account)
  const isLinked = stage === 'done' || (account !== undefined && account.flowAddress !== '' && stage === 'invite')
  const isWorking = stage === 'working' || stage === 'vault'
  return (
    <>
      <Modal
        isOpen={isOpen && !isLinked && stage !== 'wallet'}
        onClose={() => onClose(false)}
        title={t('wallet.link.title')}
        isPersistent={isWorking}
        hasCloseButton={!isWorking}
      >
        <LinkArt />
        <p className="text-14">{t('wallet.link.text')}</p>
        {/* the door needs the room on a phone */}
        {stage !== 'vault' && <Invitation account={account} error={error} onRetry={() => void mutate()} />}
        <BotWidget />
        <FieldError error={isDenied ? t('error.BOT_DENY') : undefined} />
        <LinkAction stage={stage} isReady={account !== undefined} onStart={() => void start()} />
      </Modal>
      <Modal isOpen={isOpen && isLinked} onClose={() => onClose(true)} title={t('wallet.linked.title')}>
        <VaultDoor isOpen />
        <p className="text-14">{t('wallet.linked.text')}</p>
        <Button size="lg" isWide onClick={() => onClose(true)}>
          {t('dialog.close')}
        </Button>
      </Modal>
    </>
  )
}

type InvitationProps = { account: AccountView | undefined; error: CallError | undefined; onRetry: () => void }

function Invitation({ account, error, onRetry }: InvitationProps) {
  return (
    <>
      {account && <Recommendation email={account.email} />}
      {!account && error && <ErrorState code={error.body.errorCode} onRetry={onRetry} />}
      {!account && !error && <Skeleton className="h-16" />}
      <LinkStepsArt />
    </>
  )
}

function Recommendation({ email }: { email: string }) {
  const { t } = useWords()
  return (
    <div className="grid gap-1 rounded-field border border-line px-4 py-3">
      <p className="text-12 text-sub-text">{t('wallet.link.email')}</p>
      <p className="text-14 font-semibold break-all text-ink">{email}</p>
    </div>
  )
}

/** The button, or the closing door while the collection is being created. */
function LinkAction({ stage, isReady, onStart }: { stage: LinkStage; isReady: boolean; onStart: () => void }) {
  const { t } = useWords()
  if (stage === 'vault')
    return (
      <div role="status" className="grid gap-2 text-center">
        <VaultDoor isOpen={false} />
        <p className="text-16 font-semibold text-ink">{t('wallet.link.creating')}</p>
        <p className="text-12 text-sub-text">{t('wallet.link.creating-note')}</p>
      </div>
    )
  return (
    <Button size="lg" isWide disabled={!isReady} isBusy={stage === 'working'} onClick={onStart}>
      {t('wallet.link.button')}
    </Button>
  )
}

import { useCall } from '../../platform/swr.ts'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { LinkPassword } from './link-password.tsx'
import { InviteWindow, Recommendation, WelcomeWindow } from './link-windows.tsx'
import { useLinkFlow } from './use-link-flow.ts'
import { useWalletState } from './use-wallet-state.ts'

/**
 * The two wallet-link windows: the invitation for members without a wallet, or with one that owns no collection, and the welcome
 * for those who have both.
 */
export function WalletLinkModals({ isOpen, onClose }: { isOpen: boolean; onClose: (isLinked: boolean) => void }) {
  const { t } = useWords()
  const { data: account, error, mutate } = useCall('account', isOpen ? {} : null)
  const wallet = useWalletState(isOpen ? (account?.flowAddress ?? '') : '')
  const isNeeded = account !== undefined && (account.flowAddress === '' || wallet.hasCollection === false)
  const { stage, isDenied, start, question, answer } = useLinkFlow(isOpen, isNeeded, account)
  // a chain that cannot be asked takes nobody's membership away
  const hasBoth = account !== undefined && account.flowAddress !== '' && (wallet.ready || wallet.isUnknown)
  const isLinked = stage === 'done' || (stage === 'invite' && hasBoth)
  return (
    <>
      <InviteWindow
        isOpen={isOpen && !isLinked}
        onClose={() => {
          answer(undefined)
          onClose(false)
        }}
        question={question && <LinkPassword isAgain={question.isAgain} onAnswer={answer} />}
        stage={stage}
        isReady={isNeeded}
        onStart={() => void start()}
        error={isDenied ? t('error.BOT_DENY') : undefined}
        check={<BotWidget />}
      >
        {account && <Recommendation email={account.email} />}
        {!account && error && <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />}
        {!account && !error && <Skeleton className="h-16" />}
      </InviteWindow>
      <WelcomeWindow isOpen={isOpen && isLinked} onClose={() => onClose(true)} />
    </>
  )
}

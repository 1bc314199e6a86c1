import { useEffect, useMemo, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { AccountView } from '@kura/contract/identity/account'
import { useCall } from '../../platform/swr.ts'
import { BotWidget } from '../captcha/bot-widget.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { LinkPassword, InviteWindow, Recommendation, WelcomeWindow } from './link-windows.tsx'
import type { LinkStage } from './link-windows.tsx'
import { useWalletState, noteCollection } from './use-wallet-state.ts'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { renewSession } from '../session/keep-session.ts'
import { session } from '../../platform/session.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { useSite } from '../../platform/use-site.ts'
import { keepNonce, proveWallet } from './wallet-proof.ts'
import { linkWallet } from './link-wallet.ts'
import type { LinkResult, LinkSteps } from './link-wallet.ts'
import { tellFailure } from './link-message.ts'
import { linkRequest } from './link-request.ts'
import { runTransaction } from './run-transaction.ts'
import { useSigning } from './signing.ts'
import type { SigningStage } from './signing.ts'
import { proofBody } from './take-proof.ts'
import { useReadyNonce } from './use-proof.ts'
import '../../words/identity-words.ts'

/**
 * The two wallet-link windows: the invitation for members without a wallet, or with one that owns
 * no collection, and the welcome for those who have both.
 */
export function WalletLinkModals({ isOpen, onClose }: { isOpen: boolean; onClose: (isLinked: boolean) => void }) {
  const { t } = useWords()
  const { data: account, error, mutate } = useCall('account', isOpen ? {} : null)
  const wallet = useWalletState(isOpen ? (account?.flowAddress ?? '') : '')
  const isNeeded = account !== undefined && (account.flowAddress === '' || wallet.hasCollection === false)
  const { stage, isDenied, start, question, answer } = useLinkFlow(isOpen, isNeeded, account)
  // an unavailable chain removes nobody's membership
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

/**
 * Drives the link from the window: what is shown meanwhile, and the start. `isNeeded`: a wallet or
 * its collection is missing.
 */
function useLinkFlow(isOpen: boolean, isNeeded: boolean, account: AccountView | undefined) {
  const { t } = useWords()
  const site = useSite()
  const guardedCall = useGuardedCall()
  const { mutate } = useSWRConfig()
  const { stage, end, run, reset } = useSigning<LinkResult>()
  const shown: LinkStage = stage ?? (end?.status === 'linked' ? 'done' : 'invite')
  const nonces = useMemo(() => keepNonce(() => guardedCall('flowPrepare', {})), [guardedCall])
  const [question, setQuestion] = useState<PasswordQuestion>()
  /** Returns the open question for the password; undefined leaves it. */
  const answer = (password: string | undefined): void => {
    setQuestion(undefined)
    question?.answer(password)
  }
  const askPassword = ({ isAgain }: { isAgain: boolean }): Promise<string | undefined> =>
    new Promise((resolve) => setQuestion({ isAgain, answer: resolve }))

  useReadyNonce(isOpen && isNeeded && shown === 'invite', nonces.prepare)
  useEffect(() => {
    if (isOpen) reset()
  }, [isOpen, reset])

  const start = async (): Promise<void> => {
    if (!account) return
    const reached = await run(async (onStage) => {
      const door = watchDoor(onStage)
      const steps: LinkSteps = {
        onStage: door.onStage,
        nonce: nonces.take,
        askPassword,
        accountAddress: account.flowAddress,
        email: account.email,
        prove: (nonce) => proveWallet(site, nonce),
        runTransaction: (transaction) => runTransaction(site, transaction),
        setup: (address) => guardedCall('flowSetup', { body: { address } }),
        add: ({ nonce, proof, email, password }) => {
          const given = password === undefined ? {} : { password }
          const body = { ...proofBody({ nonce, proof }), address: proof.address, email: proof.email || email, ...given }
          return guardedCall('flowAdd', { body })
        },
      }
      const result = await linkWallet(steps).catch(asFailure)
      if (result.status !== 'linked') return result
      await becomeFullMember(result.address)
      await noteCollection(mutate, account.userId, result.address)
      await mutate((key) => Array.isArray(key) && (key[0] === 'account' || key[0] === 'showProfile'))
      await door.seen()
      return result
    })
    if (reached && reached.status !== 'linked')
      await tellFailure(reached, {
        showError: (message) => dialogs.error({ title: t('wallet.error.title'), message: t(message) }),
        onError: linkRequest.fail,
      })
  }
  return { stage: shown, isDenied: end?.status === 'bot-denied', start, question, answer }
}

type PasswordQuestion = { isAgain: boolean; answer: (password: string | undefined) => void }
/** Shorter than this the closing door would only flash. */
const doorLeastMs = 1600

/** Forwards the stages, and measures how long the closing door was seen. */
function watchDoor(onStage: (stage: SigningStage) => void) {
  let since: number | undefined
  return {
    onStage: (stage: SigningStage): void => {
      if (stage === 'sealing') since = Date.now()
      onStage(stage)
    },
    /** Resolves when the door has been seen for a moment, if it was shown at all. */
    seen: () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, since === undefined ? 0 : Math.max(0, since + doorLeastMs - Date.now()))
      }),
  }
}

/**
 * Renews the session with the wallet; if that fails, writes the known address into it until the
 * next renewal.
 */
async function becomeFullMember(address: string): Promise<void> {
  await renewSession()
  session.catchUp()
  const current = session.read()
  if (current && current.flowAddress === '')
    session.attach(
      { userId: current.userId, sessionJwt: current.token, flowAddress: address },
      { isPersistent: session.isKept() },
    )
}

const asFailure = (cause: unknown): LinkResult => ({ status: 'failed', messageKey: 'wallet.error.unknown', cause })

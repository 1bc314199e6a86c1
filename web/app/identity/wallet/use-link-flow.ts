import { useEffect, useMemo, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { AccountView } from '@kura/contract/identity/member'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { renewSession } from '../session/keep-session.ts'
import { session } from '../../platform/session.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { keepNonce } from './keep-nonce.ts'
import { linkWallet } from './link-flow.ts'
import type { LinkResult, LinkSteps } from './link-flow.ts'
import { tellFailure } from './link-message.ts'
import { linkRequest } from './link-request.ts'
import type { LinkStage } from './link-windows.tsx'
import { runTransaction } from './run-transaction.ts'
import type { MemberTransaction } from './run-transaction.ts'
import { proofBody } from './take-proof.ts'
import { useReadyNonce } from './use-ready-nonce.ts'
import { noteCollection } from './use-wallet-state.ts'
import { proveWallet } from './wallet-proof.ts'
import '../../words/identity-words.ts'

/** Drives the link from the window: what is shown meanwhile, and the start. `isNeeded`: a wallet or its collection is missing. */
export function useLinkFlow(isOpen: boolean, isNeeded: boolean, account: AccountView | undefined) {
  const { t } = useWords()
  const site = useSite()
  const guardedCall = useGuardedCall()
  const { mutate } = useSWRConfig()
  const [stage, setStage] = useState<LinkStage>('invite')
  const [isDenied, setIsDenied] = useState(false)
  const nonces = useMemo(() => keepNonce(() => guardedCall('flowPrepare', {})), [guardedCall])
  const [question, setQuestion] = useState<PasswordQuestion>()
  /** Answers the open question for the password; undefined leaves it. */
  const answer = (password: string | undefined): void => {
    setQuestion(undefined)
    question?.answer(password)
  }
  const askPassword = ({ isAgain }: { isAgain: boolean }): Promise<string | undefined> =>
    new Promise((resolve) => {
      setStage('password')
      setQuestion({ isAgain, answer: resolve })
    })

  useReadyNonce(isOpen && isNeeded && stage === 'invite', nonces.prepare)
  useEffect(() => {
    if (isOpen) setStage('invite')
  }, [isOpen])

  const start = async (): Promise<void> => {
    if (!account) return
    setIsDenied(false)
    setStage('working')
    const steps = { ...walletSteps(site, setStage), account, nonce: nonces.take, guardedCall, askPassword }
    const result = await linkWallet(linkSteps(steps, setStage)).catch(asFailure)
    if (result.status === 'linked') {
      await becomeFullMember(result.address)
      await noteCollection(mutate, account.userId, result.address)
      await mutate((key) => Array.isArray(key) && (key[0] === 'account' || key[0] === 'showProfile'))
      await steps.vaultShown()
      setStage('done')
      return
    }
    setStage('invite')
    setIsDenied(result.status === 'bot-denied')
    await tellFailure(result, {
      showError: (message) => dialogs.error({ title: t('wallet.error.title'), message: t(message) }),
      onError: linkRequest.fail,
    })
  }
  return { stage, isDenied, start, question, answer }
}

export type PasswordQuestion = { isAgain: boolean; answer: (password: string | undefined) => void }
type Site = Parameters<typeof proveWallet>[0]
/** Shorter than this the closing door would only flash. */
const vaultLeastMs = 1600

/** The steps that show the wallet: our window makes room, because nothing can be clicked behind an open dialog. */
function walletSteps(site: Site, setStage: (stage: LinkStage) => void) {
  let vaultSince: number | undefined
  return {
    prove: async (nonce: string) => {
      setStage('wallet')
      const proof = await proveWallet(site, nonce)
      setStage('working')
      return proof
    },
    runTransaction: async (transaction: MemberTransaction) => {
      setStage('wallet')
      const sent = await runTransaction(site, transaction)
      vaultSince = Date.now()
      setStage('vault')
      return sent
    },
    /** Resolves when the door has been seen for a moment, if it was shown at all. */
    vaultShown: () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, vaultSince === undefined ? 0 : Math.max(0, vaultSince + vaultLeastMs - Date.now()))
      }),
  }
}

type Parts = Pick<LinkSteps, 'prove' | 'runTransaction' | 'nonce' | 'askPassword'> & {
  account: AccountView
  guardedCall: ReturnType<typeof useGuardedCall>
}

function linkSteps({ account, guardedCall, ...steps }: Parts, setStage: (stage: LinkStage) => void): LinkSteps {
  let pending = 0
  return {
    ...steps,
    accountAddress: account.flowAddress,
    email: account.email,
    setup: (address) => guardedCall('flowSetup', { body: { address } }),
    add: ({ nonce, proof, email, password }) => {
      // the question is answered, so its form makes room
      if (password !== undefined) setStage('working')
      const shown = password === undefined ? {} : { password }
      const body = { ...proofBody({ nonce, proof }), address: proof.address, email: proof.email || email, ...shown }
      return guardedCall('flowAdd', { body })
    },
    onPending: (change) => {
      pending += change
      // the door stays until the wallet is registered, too
      if (pending > 0) setStage('vault')
    },
  }
}

/** The session learns of the wallet; should the renewal fail, what we know is put into it until the next one. */
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

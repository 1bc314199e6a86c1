import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { ErrorBody } from '@kura/contract/errors'
import type { TokenView } from '@kura/contract/market/token'
import type { Route } from './+types/gift-screen.ts'
import { withTerms } from '../../identity/member/terms-request.ts'
import { orThrow, pageApi } from '../../platform/page-data.ts'
import { useWork } from '../../platform/use-work.ts'
import { SendFrame } from '../transfer/send-frame.tsx'
import { stepSearch, useConfirmStep } from '../transfer/confirm-step.ts'
import { useRecipient } from '../transfer/recipient.ts'
import { useWords } from '../../words/use-words.ts'
import { AddressGiftConfirmation, MailGiftConfirmation } from './gift-confirmation.tsx'
import { faultsInRefusal, faultsOfGift } from './gift-state.ts'
import type { GiftFaults } from './gift-state.ts'
import { GiftForm } from './gift-form.tsx'
import type { GiftKind } from './gift-form.tsx'
import { useMailDraft } from './use-mail-draft.ts'
import '../../words/gift-words.ts'

const search = declareSearch({ ...stepSearch, to: 'browser' })
export const handle = { search }

/** Not kept: a token changes hands on chain. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return { token: orThrow(await pageApi(context)('showToken', { params: { tokenId: params.tokenId } })) }
}

import { declareSearch, useSearch } from '../../ui/page-search.ts'
export { isAnotherPage as shouldRevalidate } from '../../platform/page-data.ts'

export default function GiftScreen({ loaderData: { token } }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <SendFrame token={token} title={t('gift.title')} lead={t('gift.lead')}>
      <Gift key={token.tokenId} token={token} />
    </SendFrame>
  )
}

function Gift({ token }: { token: TokenView }) {
  const query = useSearch(search)
  const recipient = useRecipient(token.tokenId, query.get('to') ?? '')
  const [kind, setKind] = useState<GiftKind>('address')
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState('')
  const [faults, setFaults] = useState<GiftFaults>({})
  const [failure, setFailure] = useState<ErrorBody>()
  const { isBusy: isPreparing, work } = useWork()
  const [isOutdated, setIsOutdated] = useState(false)
  const mail = useMailDraft(token.tokenId)
  const hasLeft = useHasLeft()
  const isMail = kind === 'mail'
  const wish = { email: email.trim(), message: message.trim() }
  // the current form, for code that has waited meanwhile
  const typed = useRef('')
  typed.current = JSON.stringify([kind, wish])
  const isRight = Object.keys(faultsOfGift({ email: isMail ? email : undefined })).length === 0
  const step = useConfirmStep(isRight && (isMail ? mail.draft !== undefined : recipient.ready !== undefined))
  const toForm = (found: GiftFaults = {}): void => {
    setFaults(found)
    step.toForm()
  }
  const leaveMail = useEffectEvent(() => void mail.leave())
  useEffect(() => {
    if (!step.isConfirming) leaveMail()
  }, [step.isConfirming])
  /** Clears messages about the form. */
  const forget = (found: GiftFaults = {}): void => {
    setFaults(found)
    setFailure(undefined)
    setIsOutdated(false)
  }
  const handleDone = async (): Promise<void> => {
    if (!isMail) return step.toConfirm()
    const asked = typed.current
    const answer = await work(() =>
      withTerms(
        () => mail.prepare(wish),
        (each) => (each.ok ? undefined : each.body),
      ),
    )
    if (!answer) return
    // the member has left: do not lead them back
    if (hasLeft()) return void mail.leave()
    if (typed.current !== asked) {
      // the member has left: ignore the response
      void mail.leave()
      return setIsOutdated(true)
    }
    if (answer.ok) return step.toConfirm()
    const found = faultsInRefusal(answer.body)
    if (found) setFaults(found)
    else setFailure(answer.body)
  }
  if (step.isConfirming && isMail && mail.draft)
    return (
      <MailGiftConfirmation
        token={token}
        wish={wish}
        draft={mail.draft}
        prepare={mail.prepare}
        use={mail.use}
        onFault={toForm}
        onBack={() => toForm()}
      />
    )
  if (step.isConfirming && recipient.ready)
    return (
      <AddressGiftConfirmation
        token={token}
        to={recipient.ready}
        message={message}
        onFault={toForm}
        onBack={() => toForm()}
      />
    )
  return (
    <GiftForm
      kind={kind}
      onKind={(chosen) => {
        setKind(chosen)
        forget(faults)
      }}
      recipient={recipient}
      email={email}
      onEmail={(value) => {
        setEmail(value)
        forget()
      }}
      message={message}
      onMessage={(value) => {
        setMessage(value)
        forget()
      }}
      faults={faults}
      onFaults={forget}
      failure={failure}
      isOutdated={isOutdated}
      isBusy={isPreparing}
      onDone={() => void handleDone()}
    />
  )
}

/**
 * Returns whether the visitor has left this page or is leaving it: a late response must not
 * navigate.
 */
function useHasLeft(): () => boolean {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  const latestNext = useRef(next)
  latestNext.current = next
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  return () => {
    // the address changes before the next page replaces this one
    if (isGone.current || window.location.pathname !== pathname) return true
    return latestNext.current !== undefined && latestNext.current !== pathname
  }
}

import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ErrorBody } from '@kura/contract/errors'
import { call } from '../../platform/api.ts'
import { links, withRedirect } from '../../platform/links.ts'
import { withTerms } from '../../identity/member/terms-request.ts'
import { useIsHydrated } from '../../platform/use-session.ts'
import { useWork } from '../../platform/use-work.ts'
import { obstacleIn } from '../transfer/obstacle.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useGate, useLinkWallet } from '../../identity/wallet/use-link-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import '../../words/gift-words.ts'

type ClaimBoxProps = { token: string; isMember: boolean; onClaimed: () => void }

/** The way to a gift: an account first, then a wallet with its vault, then the gift itself. */
export function ClaimBox({ token, isMember, onClaimed }: ClaimBoxProps) {
  const isHydrated = useIsHydrated()
  if (!isHydrated) return <Skeleton className="h-13 w-full" />
  return isMember ? <ClaimButton token={token} onClaimed={onClaimed} /> : <Welcome />
}

function Welcome() {
  const { t } = useWords()
  const { pathname, search } = useLocation()
  const here = pathname + search
  return (
    <div className="grid gap-3">
      <LinkButton to={withRedirect(links.signup, here)} size="lg" isWide>
        {t('claim.sign-up')}
      </LinkButton>
      <LinkButton to={withRedirect(links.login, here)} look="secondary" isWide>
        {t('claim.login')}
      </LinkButton>
      <p className="text-center text-12 text-sub-text">{t('claim.after-sign-up')}</p>
    </div>
  )
}

function ClaimButton({ token, onClaimed }: { token: string; onClaimed: () => void }) {
  const { t } = useWords()
  const gate = useGate()
  const linkWallet = useLinkWallet()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorBody>()
  const handleClaim = async (): Promise<void> => {
    setFailure(undefined)
    if (gate !== 'open' && !(await linkWallet())) return
    const result = await work(() =>
      withTerms(
        () => call('claimGift', { body: { token } }, { idempotencyKey: crypto.randomUUID() }),
        (answer) => (answer.ok ? undefined : answer.body),
      ),
    )
    if (!result) return
    if (result.ok) return onClaimed()
    setFailure(result.body)
    // somebody was first, or it is over: the page tells
    if (['GIFT_STATE', 'TOKEN_EXPIRED', 'TOKEN_NOTFOUND'].includes(result.body.errorCode)) onClaimed()
  }
  return (
    <div className="grid gap-3">
      {gate !== 'open' && <p className="text-14">{t('claim.wallet')}</p>}
      <Button size="lg" isWide isBusy={isBusy} onClick={() => void handleClaim()}>
        {t(words[gate])}
      </Button>
      <FieldError error={failure && faultOf(failure, t)} />
    </div>
  )
}

const words = {
  open: 'claim.submit',
  'sign-in': 'claim.submit',
  'link-wallet': 'claim.wallet-button',
  'create-collection': 'claim.vault-button',
} as const

const faultOf = (body: ErrorBody, t: Translate): string =>
  t(obstacleIn(body) === 'storage-full' ? 'claim.storage' : `error.${body.errorCode}`)

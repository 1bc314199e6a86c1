import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { ReactNode } from 'react'
import { namedFaults } from '../../identity/member/form-faults.ts'
import { refusalWords } from '../../checkout/purchase/listing-refusal.ts'
import { shownObstacles } from '../../market/transfer/obstacle.ts'
import { FieldError } from '../../ui/field.tsx'
import { walletErrorKinds } from '../../identity/wallet/wallet-error.ts'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/checkout-words.ts'
import '../../words/gift-words.ts'
import '../../words/identity-words.ts'
import '../../words/leave-words.ts'
import '../../words/signing-words.ts'
import '../../words/trade-words.ts'
import '../../words/transfer-words.ts'

const codes = Object.keys(errors) as ErrorCode[]
const walletKeys = [
  'duplicated-addess',
  'timeout',
  'unknown',
  'different-address-detected',
  'transaction-failed',
  'unexpected-service',
  'session-expired',
  'incorrect-device',
  'popup-blocked',
  'storage-full',
] as const

/** Better words for some failures where they happen. */
const placeWords = [
  'password.wrong',
  'login.wallet.refused',
  'wallet-settings.not-current',
  'signup.link-over',
  'email.link-over',
  'wallet-stop.over',
  'leave-stop.over',
  'checkout.gateway-away',
  'checkout.price-changed',
  'checkout.unknown-text',
  'claim.over',
  'claim.over-text',
  'claim.storage',
  'claim.taken',
  'claim.unknown',
  'gift.changed',
  'gift.email-own',
  'gift.email-undeliverable',
  'gift.mail-again.most',
  'gift.message-wrong',
  'gift.cancel.late',
] as const

/** What a member reads for every failure of the catalogue and of the wallet. */
export function GalleryErrors() {
  const { t } = useWords()
  const words: WordKey[] = [
    ...codes.map((code) => `error.${code}` as const),
    ...walletKeys.map((key) => `wallet.error.${key}` as const),
    ...namedFaults.map((fault) => `fault.${fault}` as const),
    ...walletErrorKinds.map((kind) => `signing.error.${kind}` as const),
    ...shownObstacles.map((obstacle) => `transfer.obstacle.${obstacle}` as const),
    ...refusalWords,
    ...placeWords,
  ]
  return (
    <Block title="Failures">
      <ul className="grid w-full gap-2" data-failures>
        {words.map((word) => (
          <li key={word} data-word={word}>
            <FieldError error={t(word, { most: limits.giftMailsMost })} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

/** One part of the gallery. */
export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-18">{title}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}

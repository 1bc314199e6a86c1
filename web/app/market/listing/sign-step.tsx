import type { Ref } from 'react'
import { formatYen } from '@kura/contract/money'
import { useCall } from '../../platform/swr.ts'
import { formatMoment } from '../../platform/time.ts'
import { formatSerial } from '../../platform/format-serial.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { valuesOf } from '../../identity/wallet/sell-values.ts'
import { SigningNote } from '../../identity/wallet/signing-note.tsx'
import { useReadyWallet } from '../../identity/wallet/use-ready-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { PriceParts } from './price-parts.tsx'
import type { SellPosition } from './sell-desk.tsx'
import type { Drafted } from './use-draft.ts'
import '../../words/selling-words.ts'
import '../../words/signing-words.ts'

type SignStepProps = Drafted & {
  position: SellPosition
  onSign: () => void
  onBack: () => void
  headingRef: Ref<HTMLHeadingElement>
}

/** The terms once more, and in plain words what the wallet is about to sign. */
export function SignStep({ position, draft, offer, onSign, onBack, headingRef }: SignStepProps) {
  const { t, pick, language } = useWords()
  const { token } = position
  useReadyWallet()
  const { data: texts } = useCall('showWalletTransactions', {}, { revalidateOnFocus: false })
  const price = formatYen(draft.parts.listPrice)
  const until = formatMoment(draft.expiresAt, language)
  const piece = { price, name: pick(token.name), serial: formatSerial(token.serial) }
  const buyer = offer.buyer && (offer.buyer.name || t('sell.only.unnamed'))
  return (
    <section className="grid gap-6">
      <h2 ref={headingRef} tabIndex={-1} className="text-20">
        {t('sell.sign.title')}
      </h2>
      <PriceParts parts={draft.parts} feeBps={position.feeBps} royaltyBps={position.royaltyBps} />
      <Facts>
        <Fact name={t('sell.sign.ends')}>
          <span className="tabular">{until}</span>
        </Fact>
        <Fact name={t('sell.sign.only')}>{buyer ?? t('sell.sign.anyone')}</Fact>
      </Facts>
      <SigningNote
        can={[
          buyer === undefined ? t('sell.can.deliver', piece) : t('sell.can.deliver-only', { ...piece, buyer }),
          t('sell.can.once'),
          t('sell.can.until', { until }),
          t('signing.can.revoke'),
        ]}
        cannot={[t('sell.cannot.price'), t('sell.cannot.others'), t('sell.cannot.move')]}
        values={valuesOf(draft.arguments)}
        cadence={texts?.sell.cadence}
      />
      <p className="text-12 text-sub-text">{t('sell.sign.trust')}</p>
      <div className="grid gap-3">
        <Button size="lg" isWide onClick={onSign}>
          {t('sell.sign.go')}
        </Button>
        <Button look="quiet" isWide onClick={onBack}>
          {t('sell.sign.back')}
        </Button>
        <p className="tabular text-center text-12 text-sub-text">
          {t('sell.sign.until', { until: formatMoment(draft.signUntil, language) })}
        </p>
      </div>
    </section>
  )
}

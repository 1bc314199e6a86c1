import { links } from '../../platform/links.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/trade-words.ts'

/** The way on from an offer that cannot be bought. */
export function OtherOffers() {
  const { t } = useWords()
  return (
    <LinkButton to={links.market} look="secondary">
      {t('trade.others')}
    </LinkButton>
  )
}

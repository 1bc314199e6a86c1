import type { PackView } from '@kura/contract/shop/pack'
import { links } from '../../platform/links.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/give-words.ts'

/** Replaces the price of a pack that is not sold: how to get it. */
export function GivenBox({ channel }: { channel: Exclude<PackView['channel'], 'sale'> }) {
  const { t } = useWords()
  const isPasscode = channel === 'passcode'
  return (
    <>
      <p className="text-14 text-ink">{t(`pack.given.${channel}`)}</p>
      <LinkButton to={isPasscode ? links.passcode : links.airdrops} size="lg" isWide>
        {t(isPasscode ? 'pack.given.to-passcode' : 'pack.given.to-airdrops')}
      </LinkButton>
    </>
  )
}

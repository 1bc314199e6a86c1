import type { UnopenedPackView } from '@kura/contract/checkout/order'
import { links } from '../../platform/links.ts'
import { PackFront } from '../pack/pack-front.tsx'
import { formatDay } from '../../platform/time.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'

/** A pack that waits to be opened. */
export function UnopenedPackCard({ pack }: { pack: UnopenedPackView }) {
  const { t, pick, language } = useWords()
  return (
    <article className="grid content-start gap-3">
      <div className="flex justify-center rounded-card bg-ground px-[16%] py-[10%]">
        <PackFront picture={pack.picture} sizes="(width >= 900px) 160px, 34vw" />
      </div>
      <div className="grid gap-0.5">
        <h3 className="line-clamp-2 text-14 leading-[1.5]">{pick(pack.name)}</h3>
        <p className="text-12 text-sub-text">{t('pack.cards', { count: pack.cardsPerPack })}</p>
        <p className="text-12 text-sub-text">{t('unopened.bought-at', { at: formatDay(pack.boughtAt, language) })}</p>
      </div>
      <LinkButton to={links.opening(pack.unopenedPackId, pack.orderId)} isWide>
        {t('unopened.open')}
      </LinkButton>
    </article>
  )
}

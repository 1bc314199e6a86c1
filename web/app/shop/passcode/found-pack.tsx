import type { PackView } from '@kura/contract/shop/pack'
import { links } from '../../platform/links.ts'
import { PackFront } from '../pack/pack-front.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useFocused } from '../../ui/use-focused.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/give-words.ts'

/** What a passcode gives, before it is used up. */
export function FoundPack({ pack, isBusy, onGet }: { pack: PackView; isBusy: boolean; onGet: () => void }) {
  const { t, pick } = useWords()
  const heading = useFocused<HTMLHeadingElement>()
  return (
    <section className="grid animate-rise gap-6 rounded-card border border-line bg-surface p-5 sm:grid-cols-[160px_minmax(0,1fr)] sm:p-6">
      <div className="mx-auto w-full max-w-[160px]">
        <PackFront picture={pack.picture} sizes="160px" isFirst />
      </div>
      <div className="grid content-start gap-4">
        <div className="grid gap-1">
          <p className="text-12 text-sub-text">{t('passcode.found')}</p>
          <h2 ref={heading} tabIndex={-1} className="text-20">
            {pick(pack.name)}
          </h2>
          <p className="text-14">
            {t(`pack.kind.${pack.kind}`)} · {t('pack.cards', { count: pack.cardsPerPack })}
          </p>
        </div>
        <p className="text-14 whitespace-pre-line">{pick(pack.description)}</p>
        <div className="flex flex-wrap gap-3">
          <Button size="lg" isBusy={isBusy} onClick={onGet}>
            {t(pack.kind === 'selectable' ? 'pick.begin' : 'given.get')}
          </Button>
          <LinkButton to={links.pack(pack.packId)} look="quiet" size="lg">
            {t('passcode.about-pack')}
          </LinkButton>
        </div>
        <p className="text-12 text-sub-text">{t('passcode.once')}</p>
      </div>
    </section>
  )
}

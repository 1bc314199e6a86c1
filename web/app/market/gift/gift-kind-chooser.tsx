import type { giftKinds } from '@kura/contract/market/gift'
import { MeansOption } from '../../ui/means-option.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/gift-words.ts'

export type GiftKind = (typeof giftKinds)[number]
const kinds: readonly GiftKind[] = ['address', 'mail']

/** How a gift reaches its recipient. */
export function GiftKindChooser({ kind, onChange }: { kind: GiftKind; onChange: (kind: GiftKind) => void }) {
  const { t } = useWords()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-16 font-semibold text-ink">{t('gift.kind')}</legend>
      {kinds.map((each) => (
        <MeansOption
          key={each}
          value={each}
          title={t(`gift.kind.${each}`)}
          text={t(`gift.kind.${each}-text`)}
          isChosen={kind === each}
          onChoose={() => onChange(each)}
        />
      ))}
    </fieldset>
  )
}

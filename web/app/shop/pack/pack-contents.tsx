import { Link } from 'react-router'
import type { Rarity } from '@kura/contract/catalogue/item'
import type { PackItemView, PackView } from '@kura/contract/shop/pack'
import { rarities } from '../../catalogue/item/item-filters.ts'
import { RarityMark } from '../../catalogue/item/rarity-mark.tsx'
import { formatCount, formatOdds } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'

/** What a pack can hold with its odds, per rarity and per item, and how anyone can verify them. */
export function PackContents({ pack, contents }: { pack: PackView; contents: readonly PackItemView[] }) {
  const { t } = useWords()
  const isSingle = pack.kind === 'single'
  return (
    <section className="grid gap-4">
      <h2 className="text-18">{t('pack.contents')}</h2>
      <p className="max-w-reading text-14">
        {isSingle ? t('pack.contents-single') : t('pack.contents-lead', { count: pack.cardsPerPack })}
      </p>
      {!isSingle && <ByRarity contents={contents} />}
      <table className="w-full border-y border-line text-14">
        <thead>
          <tr className="border-b border-line text-left text-12 text-sub-text">
            <th scope="col" className="py-2 font-normal">
              {t('pack.table.item')}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-normal whitespace-nowrap">
              {t('pack.table.copies')}
            </th>
            <th scope="col" className="py-2 text-right font-normal whitespace-nowrap">
              {t('pack.table.odds')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {contents.map((row) => (
            <ContentRow key={row.item.itemId} row={row} />
          ))}
        </tbody>
      </table>
      {pack.kind === 'random' && (
        <details className="rounded-card border border-line bg-surface p-4 text-14">
          <summary className="min-h-6 font-medium text-ink">{t('pack.fairness')}</summary>
          <p className="mt-3 max-w-reading">{t('pack.fairness-text')}</p>
          {pack.commitment !== '' && (
            <>
              <p className="mt-3 text-12 text-sub-text">{t('pack.commitment')}</p>
              <p className="font-mono text-12 break-all text-ink">{pack.commitment}</p>
            </>
          )}
          <p className="mt-2">
            <Link
              to={links.packProof(pack.packId)}
              className="inline-flex min-h-11 items-center font-medium text-indigo-text underline"
            >
              {t('pack.fairness-link')}
            </Link>
          </p>
        </details>
      )}
    </section>
  )
}

function ByRarity({ contents }: { contents: readonly PackItemView[] }) {
  const { t } = useWords()
  const sum = (rarity: Rarity): number =>
    contents.filter(({ item }) => item.rarity === rarity).reduce((total, { oddsPpm }) => total + oddsPpm, 0)
  const shown = rarities.map((rarity) => ({ rarity, oddsPpm: sum(rarity) })).filter(({ oddsPpm }) => oddsPpm > 0)
  return (
    <dl aria-label={t('pack.by-rarity')} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {shown.map(({ rarity, oddsPpm }) => (
        <div key={rarity} className="grid gap-1 rounded-field border border-line bg-surface p-3">
          <dt>
            <RarityMark rarity={rarity} />
          </dt>
          <dd className="tabular text-18 leading-label font-semibold text-ink">{formatOdds(oddsPpm)}%</dd>
        </div>
      ))}
    </dl>
  )
}

function ContentRow({ row: { item, copies, oddsPpm } }: { row: PackItemView }) {
  const { pick, language } = useWords()
  return (
    <tr>
      <td className="py-2">
        <div className="relative flex items-center gap-3">
          <Picture picture={item.picture} alt="" sizes="56px" className="w-14 shrink-0 rounded-[3px]" />
          <div className="grid min-w-0 gap-0.5">
            <Link
              to={links.item(item.itemId)}
              className="stretched line-clamp-2 leading-[1.5] font-medium text-ink hover:underline"
            >
              {pick(item.name)}
            </Link>
            <RarityMark rarity={item.rarity} />
          </div>
        </div>
      </td>
      <td className="tabular px-3 py-2 text-right whitespace-nowrap text-main">{formatCount(copies, language)}</td>
      <td className="tabular py-2 text-right font-medium whitespace-nowrap text-ink">{formatOdds(oddsPpm)}%</td>
    </tr>
  )
}

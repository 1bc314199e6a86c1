import { Suspense, lazy } from 'react'
import type { Route } from './+types/pack-screen.ts'
import { Heart } from '../../catalogue/favorite/heart.tsx'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { LeadLayout } from '../../ui/lead-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ProductData } from '../../ui/structured-data.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { PackBuyBox } from './pack-buy-box.tsx'
import { PackContents } from './pack-contents.tsx'
import { PackFront } from './pack-front.tsx'
import { useLivePack } from './use-live-pack.ts'

/** Only packs whose contents are chosen need it. */
const SelectableList = lazy(() =>
  import('./selectable-list.tsx').then((module) => ({ default: module.SelectableList })),
)

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = pageApi(context)
  const { packId } = params
  const [pack, contents, clock] = await Promise.all([
    // also packs of passcodes and airdrops: their owners see here what they can hold
    api('showPack', { params: { packId }, query: { forIssue: 'true' } }),
    api('listPackItems', { params: { packId } }),
    api('currentTimestamp', {}),
  ])
  const view = orThrow(pack)
  const page = {
    pack: view,
    // a pack whose contents are chosen has none that are fixed
    contents: view.kind === 'selectable' ? [] : orThrow(contents).items,
    nowMs: orThrow(clock).currentTimestamp,
  }
  return tagged(page, [
    `pack:${packId}`,
    `series:${page.pack.seriesId}`,
    ...page.contents.map(({ item }) => `item:${item.itemId}`),
  ])
}

export const headers = pageHeaders

export default function PackScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { contents, nowMs } = loaderData
  const pack = useLivePack(loaderData.pack)
  const name = pick(pack.name)
  const isEnded = pack.state === 'sold-out' || pack.state === 'after'
  return (
    <div className="page grid gap-2 pt-1 md:pt-4">
      <PageHead
        title={name}
        description={pick(pack.description)}
        picture={pack.picture}
        card={pack.channel === 'sale' ? `/images/cards/packs/${pack.packId}.jpg` : undefined}
        isHidden={pack.channel !== 'sale'}
      />
      {pack.channel === 'sale' && (
        <ProductData
          name={name}
          description={pick(pack.description)}
          picture={pack.picture}
          offers={[{ priceYen: pack.priceYen, path: links.pack(pack.packId), isOpen: pack.state === 'on' }]}
        />
      )}
      <Breadcrumbs
        trail={[
          { name: t('pack.title'), to: links.packs },
          { name: pick(pack.seriesName), to: links.series(pack.seriesId) },
        ]}
      />
      <LeadLayout
        lead={
          <div className="-mx-4 flex justify-center bg-ground px-8 py-10 sm:mx-0 sm:rounded-card md:py-16">
            <PackFront
              picture={pack.picture}
              isEnded={isEnded}
              isFirst
              sizes="(width >= 900px) 360px, 60vw"
              className="max-w-[min(62%,360px)]"
            />
          </div>
        }
        aside={
          <>
            <PackBuyBox pack={pack} nowMs={nowMs} />
            <div>
              <Heart kind="pack" id={pack.packId} name={name} isWide />
            </div>
          </>
        }
      >
        <section className="grid gap-3">
          <h2 className="text-18">{t('pack.about')}</h2>
          <p className="max-w-reading whitespace-pre-line">{pick(pack.description)}</p>
          {pack.channel === 'sale' && <p className="max-w-reading text-14 text-sub-text">{t('pack.after-purchase')}</p>}
        </section>
        {pack.kind === 'selectable' ? (
          <Suspense fallback={<Skeleton className="h-60" />}>
            <SelectableList packId={pack.packId} />
          </Suspense>
        ) : (
          <PackContents pack={pack} contents={contents} />
        )}
      </LeadLayout>
    </div>
  )
}

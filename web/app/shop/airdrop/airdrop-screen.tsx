import { useState } from 'react'
import type { Route } from './+types/airdrop-screen.ts'
import { limits } from '@kura/contract/limits'
import type { AirdropView } from '@kura/contract/shop/issue'
import type { PackItemView, PackView } from '@kura/contract/shop/pack'
import { links } from '../../platform/links.ts'
import { PackContents } from '../pack/pack-contents.tsx'
import { PackFront } from '../pack/pack-front.tsx'
import { SelectableList } from '../pack/selectable-list.tsx'
import { SelectablePicker } from '../pack/selectable-picker.tsx'
import type { Pairs } from '../pack/selection.ts'
import { useLivePack } from '../pack/use-live-pack.ts'
import { useIssue } from '../pack/use-issue.ts'
import { orNotFound, orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { LeadLayout } from '../../ui/lead-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useAtEdges } from '../../platform/clock.ts'
import { useWords } from '../../words/use-words.ts'
import { claimFault, useOwnStatus } from './airdrop-claim.ts'
import { ClaimBox } from './claim-box.tsx'
import { Claimed } from './claimed.tsx'
import '../../words/give-words.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = pageApi(context)
  const { airdropId } = params
  const [list, found, clock] = await Promise.all([
    api('listAirdrops', { query: { limit: limits.pageSizeMost } }),
    api('showAirdropPack', { params: { airdropId } }),
    api('currentTimestamp', {}),
  ])
  const pack = orNotFound(found)
  // a pack whose contents are chosen has none that are fixed
  const contents = await api('listPackItems', { params: { packId: pack.packId } })
  const page = {
    // an ended airdrop is in no list, but its claims are still followed here
    airdrop: orThrow(list).items.find((each) => each.airdropId === airdropId),
    pack,
    contents: contents.ok ? contents.data.items : [],
    nowMs: orThrow(clock).currentTimestamp,
  }
  return tagged(page, ['airdrops', 'packs', `pack:${pack.packId}`, `series:${pack.seriesId}`])
}

export const headers = pageHeaders

export default function AirdropScreen({ loaderData, params }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { airdrop, pack } = loaderData
  const name = pick(airdrop?.name ?? pack.name)
  return (
    <div className="page grid gap-2 pt-1 md:pt-4">
      <PageHead
        title={name}
        description={pick(airdrop?.description ?? pack.description)}
        picture={pack.picture}
        isHidden={airdrop?.isForAll !== true}
      />
      <Breadcrumbs trail={[{ name: t('airdrop.title'), to: links.airdrops }]} />
      <Airdrop key={params.airdropId} airdropId={params.airdropId} name={name} {...loaderData} />
    </div>
  )
}

type AirdropProps = {
  airdropId: string
  name: string
  airdrop: AirdropView | undefined
  pack: PackView
  contents: readonly PackItemView[]
  nowMs: number
}

function Airdrop({ airdropId, name, airdrop, pack: shown, contents, nowMs }: AirdropProps) {
  const { t, pick } = useWords()
  const pack = useLivePack(shown)
  const { data: own, error, mutate } = useOwnStatus(airdropId, pack.kind)
  const { isBusy, issue } = useIssue()
  const [isChoosing, setIsChoosing] = useState(false)
  const [hasCancelled, setHasCancelled] = useState(false)
  useAtEdges(airdrop ? [airdrop.startsAt, airdrop.endsAt, pack.saleStartsAt, pack.saleEndsAt] : [], () => void mutate())
  const [isJustClaimed, setIsJustClaimed] = useState(false)
  const [fault, setFault] = useState<string>()

  const claim = async (pairs?: Pairs): Promise<void> => {
    setFault(undefined)
    setHasCancelled(false)
    const outcome = await issue((issuer) => issuer.claimAirdrop(airdropId, pairs))
    if (outcome === undefined) return
    if (outcome.kind === 'failed') {
      const { at, word } = claimFault(outcome, isChoosing)
      setIsChoosing(at === 'choice')
      setFault(t(word))
    } else setIsChoosing(outcome.kind === 'choose')
    setIsJustClaimed(outcome.kind === 'done')
    await mutate()
  }
  if (isChoosing)
    return (
      <>
        <h1 className="text-24 md:text-32">{name}</h1>
        <SelectablePicker
          packId={pack.packId}
          cards={pack.cardsPerPack}
          isBusy={isBusy}
          error={fault}
          onPick={(pairs) => void claim(pairs)}
          onCancel={() => {
            setFault(undefined)
            setIsChoosing(false)
            setHasCancelled(true)
          }}
        />
      </>
    )
  const isClaimed = own?.status === 'claimed'
  const description = pick(airdrop?.description ?? pack.description)
  return (
    <LeadLayout
      lead={
        <div className="-mx-4 flex justify-center bg-ground px-8 py-10 sm:mx-0 sm:rounded-card md:py-16">
          <PackFront
            picture={pack.picture}
            isFirst
            sizes="(width >= 900px) 360px, 60vw"
            className="max-w-[min(62%,360px)]"
          />
        </div>
      }
      aside={
        <ClaimBox
          {...{ name, airdrop, pack, nowMs, own, isBusy, fault }}
          unread={error?.body.errorCode}
          onRetry={() => void mutate()}
          hasFocus={hasCancelled}
          onClaim={() => void claim()}
        />
      }
    >
      {isClaimed && <Claimed status={own} kind={pack.kind} hasFocus={isJustClaimed} />}
      <section className="grid gap-3">
        <h2 className="text-18">{t('airdrop.about')}</h2>
        <p className="max-w-reading whitespace-pre-line">{description}</p>
      </section>
      {pack.kind === 'selectable' ? (
        <SelectableList packId={pack.packId} />
      ) : (
        contents.length > 0 && <PackContents pack={pack} contents={contents} />
      )}
    </LeadLayout>
  )
}

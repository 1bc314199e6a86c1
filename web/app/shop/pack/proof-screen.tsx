import type { PackFairness, PackView } from '@kura/contract/shop/pack'
import type { Route } from './+types/proof-screen.ts'
import { publicNode } from '../../platform/chain-pages.ts'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { useCall } from '../../platform/swr.ts'
import { formatMoment } from '../../platform/format.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Fact, Facts, Section } from '../../ui/section.tsx'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { ProofCheck } from './proof-check.tsx'
import { ProofCompare, ProofStages } from './proof-stages.tsx'
import '../../words/pack-words.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { packId } = params
  const pack = orThrow(await pageApi(context)('showPack', { params: { packId }, query: { forIssue: 'true' } }))
  return tagged({ pack }, [`pack:${packId}`, `series:${pack.seriesId}`])
}

export const headers = pageHeaders

/** What was promised about a pack and when, with a check of it all in this browser. */
export default function ProofScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { pack } = loaderData
  // with every card of every pack it can be large: only the browser asks for it
  const { data: proof, error, mutate } = useCall('showPackFairness', { params: { packId: pack.packId } }, once)
  return (
    <div className="page grid gap-10 pt-1 md:pt-4">
      <PageHead
        title={t('proof.of', { name: pick(pack.name) })}
        description={t('proof.description', { name: pick(pack.name) })}
        picture={pack.picture}
      />
      <div className="grid gap-4">
        <Breadcrumbs
          trail={[
            { name: t('pack.title'), to: links.packs },
            { name: pick(pack.name), to: links.pack(pack.packId) },
          ]}
        />
        <h1 className="text-24 md:text-32">{t('proof.of', { name: pick(pack.name) })}</h1>
        <p className="max-w-reading">{t('proof.lead')}</p>
      </div>
      <div className="grid gap-10 md:grid-cols-2 md:gap-12">
        <div className="grid content-start gap-6">
          <ProofPicture />
          <ProofStages pack={pack} proof={proof} />
        </div>
        <div className="grid content-start gap-10">
          <ProofCheck proof={proof} hasFailed={error !== undefined} onAskAgain={() => void mutate()} />
          <ProofCompare pack={pack} proof={proof} />
          <Published pack={pack} proof={proof} />
        </div>
      </div>
    </div>
  )
}

const once = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false }

function Published({ pack, proof }: { pack: PackView; proof: PackFairness | undefined }) {
  const { t, language } = useWords()
  const { flow } = useSite()
  const address = `/api/packs/${encodeURIComponent(pack.packId)}/fairness`
  return (
    <Section title={t('proof.data.title')}>
      <Facts>
        <Fact name={t('proof.data.committed-at')}>
          {proof && proof.commitment !== '' ? formatMoment(proof.committedAt, language) : t('proof.data.none')}
        </Fact>
        <Fact name={t('proof.data.salt')}>
          {proof?.salt ? <CopyText text={proof.salt} /> : <span className="text-sub-text">{t('proof.data.none')}</span>}
        </Fact>
      </Facts>
      <p>
        <a
          href={address}
          download={`${pack.packId}-fairness.json`}
          className="inline-flex min-h-11 items-center text-14 font-medium text-indigo-text underline"
        >
          {t('proof.download')}
        </a>
      </p>
      <p className="grid gap-2 text-14">
        {t('proof.command')}
        <code className="block overflow-x-auto rounded-field bg-ground px-3 py-2 font-mono text-12 text-ink">
          npm run kura -- verify-pack {pack.packId}-fairness.json --commitment {t('proof.command.noted')} --node{' '}
          {publicNode(flow)}
        </code>
      </p>
      <p>
        <LinkButton to={links.pack(pack.packId)} look="secondary">
          {t('proof.back')}
        </LinkButton>
      </p>
    </Section>
  )
}

const dealt = [1, 2, 3, 4, 5]
/** As a block might mix them. */
const drawn = [4, 1, 5, 2, 3]
const [step, width, top] = [44, 34, 14]

/** Sealed packs, the block that mixes them, and the packs in the order of sale. */
function ProofPicture() {
  const { t } = useWords()
  return (
    <figure className="rounded-card border border-line bg-surface p-4">
      <svg viewBox="0 0 240 250" role="img" aria-label={t('proof.picture')} className="mx-auto block w-full max-w-80">
        {dealt.map((number, n) => (
          <Pouch key={number} number={number} x={10 + n * step} y={top} isSealed />
        ))}
        <g fill="none" strokeWidth="1.4" className="stroke-line-strong">
          {dealt.map((number, n) => {
            const to = drawn.indexOf(number)
            return (
              <path
                key={number}
                d={`M${27 + n * step} 64 C${27 + n * step} 96 ${27 + to * step} 152 ${27 + to * step} 184`}
              />
            )
          })}
        </g>
        <g className="fill-indigo-ground stroke-indigo-text" strokeWidth="1.6">
          <path d="M120 92 150 108v32l-30 16-30-16v-32z" />
          <path d="m90 108 30 16 30-16M120 124v32" fill="none" />
        </g>
        {drawn.map((number, n) => (
          <Pouch key={number} number={number} x={10 + n * step} y={188} />
        ))}
      </svg>
      <figcaption className="mt-3 text-12 text-sub-text">{t('proof.picture')}</figcaption>
    </figure>
  )
}

function Pouch({ number, x, y, isSealed = false }: { number: number; x: number; y: number; isSealed?: boolean }) {
  return (
    <g>
      <rect x={x} y={y} width={width} height={46} rx={4} className="fill-ground stroke-line-strong" strokeWidth="1.2" />
      <path d={`M${x} ${y + 8}h${width}M${x} ${y + 38}h${width}`} className="stroke-line-strong" strokeWidth="1" />
      <text x={x + width / 2} y={y + 28} textAnchor="middle" fontSize="14" fontWeight="600" className="fill-ink">
        {number}
      </text>
      {isSealed && <circle cx={x + width / 2} cy={y + 38} r="4" className="fill-gold" />}
    </g>
  )
}

import { useWords } from '../../words/use-words.ts'
import '../../words/pack-words.ts'

const dealt = [1, 2, 3, 4, 5]
/** As a block might mix them. */
const drawn = [4, 1, 5, 2, 3]
const [step, width, top] = [44, 34, 14]

/** Sealed packs, the block that mixes them, and the packs in the order of sale. */
export function ProofPicture() {
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

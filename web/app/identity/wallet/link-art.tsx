import { useWords } from '../../words/use-words.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import '../../words/identity-words.ts'
import './vault-door.css'

/**
 * The promotional picture: a storehouse at night, its lit shelves full of pieces. Our own drawing,
 * in the colours of the site.
 */
export function LinkArt() {
  return (
    <svg viewBox="0 0 352 168" className="block h-auto w-full rounded-field" aria-hidden="true" focusable="false">
      <rect width="352" height="168" className="fill-[#1f2b50]" />
      <circle cx="292" cy="38" r="17" className="fill-[#f1dfae]" />
      <g className="fill-white">
        <circle cx="46" cy="30" r="1.2" />
        <circle cx="84" cy="52" r="1" />
        <circle cx="236" cy="24" r="1.2" />
        <circle cx="322" cy="74" r="1" />
        <circle cx="22" cy="74" r="1" />
      </g>
      <path d="M0 150q44-18 88-10t92-6 96 4 76-4v34H0z" className="fill-[#16203d]" />
      <path d="M84 74 176 28l92 46v10H84z" className="fill-[#2b3a67]" />
      <path
        d="M84 74 176 28l92 46"
        className="fill-none stroke-[#8fa1d8]"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect x="98" y="82" width="156" height="70" className="fill-[#f4efe4]" />
      <g className="stroke-[#c9c0ad]" strokeWidth="2">
        <path d="m98 118 18 18m-18-34 50 50M236 82l18 18m-42-18 42 42" />
        <path d="m254 118-18 18m18-34-50 50M116 82l-18 18m42-18-42 42" />
      </g>
      <rect x="138" y="90" width="76" height="62" className="fill-[#f7d98a]" />
      <g>
        <rect x="144" y="96" width="18" height="22" rx="2" className="fill-[#c4545a]" />
        <rect x="167" y="96" width="18" height="22" rx="2" className="fill-[#3f7d78]" />
        <rect x="190" y="96" width="18" height="22" rx="2" className="fill-[#5566a8]" />
        <rect x="144" y="125" width="18" height="22" rx="2" className="fill-[#8c6aa5]" />
        <rect x="167" y="125" width="18" height="22" rx="2" className="fill-[#d08a3e]" />
        <rect x="190" y="125" width="18" height="22" rx="2" className="fill-[#4c7fb0]" />
        <path d="M138 121.5h76M138 150.5h76" className="stroke-[#8a6a35]" strokeWidth="3" />
      </g>
      <path d="M124 88h14v66h-14zM214 88h14v66h-14z" className="fill-[#39497d] stroke-[#1f2b50]" strokeWidth="2" />
      <g className="fill-[#d9b455]">
        <circle cx="134" cy="122" r="2.4" />
        <circle cx="218" cy="122" r="2.4" />
      </g>
    </svg>
  )
}

const steps: readonly { icon: IconName; word: 'wallet.nav.1' | 'wallet.nav.2' | 'wallet.nav.3' }[] = [
  { icon: 'person', word: 'wallet.nav.1' },
  { icon: 'link', word: 'wallet.nav.2' },
  { icon: 'vault', word: 'wallet.nav.3' },
]

/** The way to the vault in three pictures. */
export function LinkStepsArt() {
  const { t } = useWords()
  return (
    <ol className="grid grid-cols-3 rounded-field bg-ground px-2 py-4">
      {steps.map(({ icon, word }, index) => (
        <li key={word} className="relative grid justify-items-center gap-2 px-1 text-center">
          {index > 0 && <Icon name="right" className="absolute top-2.5 -left-2.5 size-5 text-sub-text" />}
          <span className="flex size-10 items-center justify-center rounded-full bg-surface text-indigo-text">
            <Icon name={icon} />
          </span>
          <span className="text-12 leading-label text-balance text-ink [word-break:auto-phrase]">{t(word)}</span>
        </li>
      ))}
    </ol>
  )
}

/**
 * The door of a storehouse: `isOpen` false draws it closing slowly, true opens it on an empty lit
 * shelf.
 */
export function VaultDoor({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      viewBox="0 0 240 128"
      className="vault-door block h-auto w-full"
      data-open={isOpen ? '' : undefined}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M28 52 120 10l92 42v8H28z" className="fill-indigo" />
      <rect x="44" y="60" width="152" height="62" className="fill-ground stroke-line-strong" strokeWidth="1.5" />
      <rect x="84" y="64" width="72" height="58" className="vault-light" />
      <path d="M84 84h72M84 103h72" className="stroke-[#8a6a35]" strokeWidth="2.5" />
      <g className="vault-leaf vault-leaf-left">
        <rect x="84" y="64" width="36" height="58" className="fill-indigo stroke-surface" strokeWidth="1.5" />
        <path d="M90 72h24v20H90zM90 98h24v18H90z" className="fill-none stroke-white/60" strokeWidth="1.2" />
        <circle cx="115" cy="95" r="2.6" className="fill-gold" />
      </g>
      <g className="vault-leaf vault-leaf-right">
        <rect x="120" y="64" width="36" height="58" className="fill-indigo stroke-surface" strokeWidth="1.5" />
        <path d="M126 72h24v20h-24zM126 98h24v18h-24z" className="fill-none stroke-white/60" strokeWidth="1.2" />
        <circle cx="125" cy="95" r="2.6" className="fill-gold" />
      </g>
      <path d="M16 122h208" className="stroke-line-strong" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

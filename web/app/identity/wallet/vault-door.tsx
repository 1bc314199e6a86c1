import './vault-door.css'

/** The door of a storehouse: `isOpen` false draws it closing slowly, true opens it on an empty lit shelf. */
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

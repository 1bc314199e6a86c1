/** The promotional picture: a storehouse at night, its lit shelves full of pieces. Our own drawing, in the colours of the site. */
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

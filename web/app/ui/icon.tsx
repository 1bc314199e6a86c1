import { classes } from './classes.ts'

/** Drawn on 24 × 24 with a 1.6 line. */
const shapes = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.7 11.2L20 20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  pack: 'M6 4h12v16H6zM6 7h12M6 17h12M12 9.5l1 2 2 .3-1.5 1.4.4 2L12 14.2l-1.9 1 .4-2L9 11.8l2-.3z',
  item: 'M5 5h14v14H5zM5 16l4.5-4.5 3.5 3.5 2.5-2.5L19 16M14.5 8.5h.01',
  vault: 'M3 10 12 4l9 6M5 10v10h14V10M9 20v-7h6v7M12 13v7',
  left: 'm14.5 6-6 6 6 6',
  right: 'm9.5 6 6 6-6 6',
  down: 'm6 9.5 6 6 6-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  gift: 'M4.5 10h15v10h-15zM3.5 7h17v3h-17zM12 7v13M12 7S8 7 8 4.7C8 2.6 11.4 3 12 7Zm0 0s4 0 4-2.3C16 2.6 12.6 3 12 7Z',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10.5-6.5z',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 3.5V12l3 2',
  info: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 7v5M12 8h.01',
  warning: 'M12 4.5 3.5 19h17zM12 10v4.5M12 16.8h.01',
  sliders: 'M4 8h9M17 8h3M4 16h3M11 16h9M15 6v4M9 14v4',
  globe:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM4 12h16M12 4c2.5 2.3 3.6 5 3.6 8s-1.1 5.7-3.6 8c-2.5-2.3-3.6-5-3.6-8S9.5 6.3 12 4Z',
  link: 'M14 5h5v5M19 5l-8 8M16 14v5H5V8h5',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  out: 'M14 7V5H5v14h9v-2M10 12h10M17 9l3 3-3 3',
  heart: 'M12 19.5S4.5 15 4.5 9.6A4 4 0 0 1 12 7.7a4 4 0 0 1 7.5 1.9C19.5 15 12 19.5 12 19.5Z',
  eye: 'M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6Zm9-2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  book: 'M12 6.5C10 5 7 4.5 4 5v13.5c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5ZM12 6.5V20',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  order: 'M6 4h12v16l-3-2-3 2-3-2-3 2zM9 9h6M9 13h6',
  card: 'M3.5 6h17v12h-17zM3.5 10h17M6.5 14.5h4',
  sales: 'M4.5 4.5h7l8 8-7 7-8-8zM8.5 8.5h.01M11 14.5l3.5-3.5',
  point: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM9.5 16.5v-8h3a2.4 2.4 0 0 1 0 4.8h-3',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2.1 2.1M15.9 15.9 18 18M18 6l-2.1 2.1M8.1 15.9 6 18',
} as const
export type IconName = keyof typeof shapes

/** All icons once per page; `Icon` refers to them. */
export function IconSprite() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true" focusable="false">
      {Object.entries(shapes).map(([name, path]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <path
            d={path}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </symbol>
      ))}
    </svg>
  )
}

/**
 * A decorative icon in the colour of its text; what it means must be said next to it or by the
 * label of its button.
 */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg className={classes('shrink-0', className ?? 'size-6')} aria-hidden="true" focusable="false">
      <use href={`#icon-${name}`} />
    </svg>
  )
}

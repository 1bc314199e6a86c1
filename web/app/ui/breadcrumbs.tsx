import { Link } from 'react-router'

/** The way back up, above a heading. */
export function Breadcrumbs({ trail }: { trail: readonly { name: string; to: string }[] }) {
  return (
    <nav aria-label="breadcrumb">
      <ol className="flex flex-wrap items-center text-12 text-sub-text">
        {trail.map(({ name, to }, index) => (
          <li key={to} className="flex items-center">
            {index > 0 && (
              <span aria-hidden="true" className="px-2">
                /
              </span>
            )}
            <Link to={to} className="inline-flex min-h-11 items-center hover:text-ink hover:underline">
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

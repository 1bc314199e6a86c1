import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MemberCardView } from '@kura/contract/identity/member'
import { links } from '../../platform/links.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/fan-words.ts'

/** The round picture of a member. */
export function MemberPicture({
  member,
  size = 'size-11',
}: {
  member: Pick<MemberCardView, 'thumbnail'>
  size?: string
}) {
  return (
    <span
      className={`${size} flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-ground text-sub`}
    >
      {member.thumbnail ? (
        <Picture picture={member.thumbnail} alt="" sizes="96px" className="w-full" />
      ) : (
        <Icon name="person" className="size-1/2" />
      )}
    </span>
  )
}

/** A member in a list: picture, name and handle lead to the profile; `children` stand at the end. */
export function MemberRow({
  member,
  note,
  children,
}: {
  member: MemberCardView
  note?: ReactNode
  children?: ReactNode
}) {
  const { t } = useWords()
  const name = member.displayName || t('ranking.unnamed')
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-3 py-2">
      <MemberPicture member={member} />
      <div className="min-w-0 grow basis-40">
        <p className="truncate text-14 font-semibold text-ink">
          <Link to={links.member(member)} className="hover:underline">
            {name}
          </Link>
        </p>
        <p className="truncate text-12 text-sub-text">
          {member.handle !== null && <span>@{member.handle}</span>}
          {note != null && <span className={member.handle === null ? '' : 'ml-2'}>{note}</span>}
        </p>
      </div>
      {children}
    </div>
  )
}

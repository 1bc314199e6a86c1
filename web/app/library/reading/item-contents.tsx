import type { ApiOutput } from '@kura/contract/api'
import { formatSerial } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import { lengthText } from '../watching/player-keys.ts'
import '../../words/library-words.ts'

type Contents = ApiOutput<'listOwnerContents'>['items']

/** What an item opens to its owners, with the way to the reader for those who are one. */
export function ItemContents({ itemId, first }: { itemId: string; first: Contents }) {
  const { t } = useWords()
  const isMember = useSession() !== undefined
  const { data } = useCall('listOwnerContents', isMember ? { params: { itemId } } : null)
  return (
    <section className="grid gap-3">
      <h2 className="text-18">{t('library.item.title')}</h2>
      <ul className="grid gap-3">
        {(data?.items ?? first).map((content) => (
          <li
            key={content.contentId}
            className="grid gap-3 rounded-field border border-line bg-surface p-4 sm:grid-cols-[1fr_auto] sm:items-center"
          >
            <About content={content} />
            {content.ownerContentId !== null && (
              <OpenButton content={content} ownerContentId={content.ownerContentId} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenButton({ content, ownerContentId }: { content: Contents[number]; ownerContentId: string }) {
  const { t } = useWords()
  const { page, seconds, second } = content
  if (seconds !== null)
    return (
      <LinkButton to={links.player(ownerContentId)}>
        {second === null ? t('watch.watch') : t('watch.continue', { at: lengthText(second) })}
      </LinkButton>
    )
  return (
    <LinkButton to={links.reader(ownerContentId)}>
      {page === null ? t('library.read') : t('library.continue', { page })}
    </LinkButton>
  )
}

function About({ content }: { content: Contents[number] }) {
  const { t, pick } = useWords()
  const { name, pageCount: count, direction, seconds, onlySerialNumber, ownerContentId } = content
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-3">
      <Icon name={seconds === null ? 'book' : 'play'} className="size-6 text-indigo-text" />
      <div className="grid gap-1">
        <p className="font-semibold text-ink">{pick(name)}</p>
        <p className="text-14">
          {seconds === null
            ? `${t('library.pages', { count })} · ${t(`library.direction.${direction}`)}`
            : t('watch.length', { length: lengthText(seconds) })}
        </p>
        {ownerContentId === null && (
          <p className="text-12 text-sub-text">
            {onlySerialNumber === null
              ? t(seconds === null ? 'library.item.owners' : 'watch.item.owners')
              : t(seconds === null ? 'library.item.only' : 'watch.item.only', {
                  serial: formatSerial(onlySerialNumber),
                })}
          </p>
        )}
      </div>
    </div>
  )
}

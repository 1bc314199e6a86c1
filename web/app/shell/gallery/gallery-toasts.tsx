import { Button } from '../../ui/button.tsx'
import { toastPositions, toasts } from '../../ui/toast-queue.ts'
import { Block } from './gallery-block.tsx'

const statuses = ['info', 'success', 'warning', 'error', 'loading'] as const
const long = '長い見出しのお知らせです。'.repeat(6)

/** Toasts at their six places, of every status, long, without an end, and one that cannot be closed. */
export function GalleryToasts() {
  return (
    <Block title="Toasts">
      {toastPositions.map((position) => (
        <Button
          key={position}
          look="secondary"
          onClick={() => toasts.show({ position, title: position, description: 'お知らせの内容です。' })}
        >
          {position}
        </Button>
      ))}
      {statuses.map((status) => (
        <Button key={status} look="secondary" onClick={() => toasts.show({ status, title: status })}>
          {status}
        </Button>
      ))}
      <Button look="secondary" onClick={() => toasts.show({ status: 'loading', title: 'endless', duration: null })}>
        endless
      </Button>
      <Button look="secondary" onClick={() => toasts.show({ title: long, description: long })}>
        long toast
      </Button>
      <Button look="secondary" onClick={() => toasts.show({ title: 'not closable', isClosable: false })}>
        not closable
      </Button>
    </Block>
  )
}

import { useState } from 'react'
import type { ReactNode } from 'react'
import { data } from 'react-router'
import type { Route } from './+types/gallery-screen.ts'
import { pageSettings } from '../load-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Badge } from '../ui/chips.tsx'
import { dialogs } from '../ui/dialog-queue.ts'
import { Checkbox, PasswordField, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Modal } from '../ui/modal.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Price } from '../ui/price.tsx'
import { CardSkeleton, EmptyState, ErrorState } from '../ui/states.tsx'
import { Steps } from '../ui/steps.tsx'
import { toastPositions, toasts } from '../ui/toast-queue.ts'

const statuses = ['info', 'success', 'warning', 'error', 'loading'] as const
const looks = ['primary', 'secondary', 'quiet', 'danger'] as const
const at = '2026-11-20T03:00:00Z'

/** For developers and browser tests: every building block by itself. A live site does not have it. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(pageSettings).site.isLive) throw data({ errorCode: 'NOT_FOUND' }, { status: 404 })
  return {}
}

export default function GalleryScreen() {
  return (
    <div className="page grid gap-12 pt-8">
      <PageHead title="Gallery" isHidden />
      <h1 className="text-24">Gallery</h1>
      <Block title="Buttons">
        {looks.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        <Button isBusy>busy</Button>
        <Button disabled>disabled</Button>
        <IconButton label="close">
          <Icon name="close" />
        </IconButton>
        <Badge>plain</Badge>
        <Badge tone="strong">strong</Badge>
        <Badge tone="attention">attention</Badge>
        <Badge tone="gold">gold</Badge>
        <Price yen={1234} />
      </Block>
      <Block title="Dialogs">
        <DialogButtons />
      </Block>
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
      </Block>
      <Block title="Fields">
        <div className="grid w-full max-w-reading gap-6">
          <TextField label="表示名" isRequired hint="40文字まで" />
          <TextField label="メールアドレス" type="email" error="メールアドレスの形式が正しくありません。" />
          <PasswordField label="パスワード" />
          <SelectField label="並び順" choices={[{ value: 'new', label: '新着順' }]} />
          <TextArea label="自己紹介" />
          <Checkbox label="お知らせメールを受け取る" />
        </div>
      </Block>
      <Block title="Steps">
        <Steps
          steps={[
            { step: 'paid', at, txId: null },
            { step: 'minting', at, txId: 'ab'.repeat(32) },
            { step: 'sealed', at: null, txId: null },
            { step: 'delivered', at: null, txId: null },
          ]}
        />
      </Block>
      <Block title="States">
        <div className="grid w-full gap-6 md:grid-cols-3">
          <EmptyState title="ここは空です" text="何かが入ると、ここに並びます。" />
          <ErrorState code="SERVICE_UNAVAILABLE" onRetry={() => undefined} />
          <div className="w-40">
            <CardSkeleton />
          </div>
        </div>
      </Block>
    </div>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-18">{title}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}

function DialogButtons() {
  const [open, setOpen] = useState<'plain' | 'persistent'>()
  const [answer, setAnswer] = useState<boolean>()
  const handleConfirm = async (): Promise<void> =>
    setAnswer(await dialogs.confirm({ description: 'このカードを削除しますか？', confirmTitle: '削除する' }))
  return (
    <>
      <Button onClick={() => void dialogs.alert({ title: 'お知らせ', description: '内容です。' })}>alert</Button>
      <Button onClick={() => void dialogs.error({ title: 'エラー', message: 'うまくいきませんでした。' })}>
        error
      </Button>
      <Button onClick={() => void handleConfirm()}>confirm</Button>
      <Button onClick={() => setOpen('plain')}>modal</Button>
      <Button onClick={() => setOpen('persistent')}>persistent modal</Button>
      <output>{answer === undefined ? '' : String(answer)}</output>
      <Modal
        isOpen={open !== undefined}
        isPersistent={open === 'persistent'}
        onClose={() => setOpen(undefined)}
        title="モーダル"
      >
        <p>背景を押しても閉じないのは persistent のときだけです。</p>
      </Modal>
    </>
  )
}

import { limits } from '@kura/contract/limits'
import { useState } from 'react'
import type { Route } from './+types/gallery-screen.ts'
import { pageSettings } from '../../platform/page-data.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { Checkbox, PasswordField, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Price } from '../../ui/price.tsx'
import { CardSkeleton, EmptyState, ErrorState } from '../../ui/states.tsx'
import { Steps } from '../../ui/steps.tsx'
import { Block, GalleryErrors } from './gallery-errors.tsx'
import { refuseOnLive } from './refuse-on-live.ts'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { Modal } from '../../ui/modal.tsx'
import { toastPositions, toasts } from '../../ui/toast-queue.ts'
import { LinkPassword, InviteWindow, Recommendation, WelcomeWindow } from '../../identity/wallet/link-windows.tsx'
import '../../words/gift-words.ts'
import '../../words/market-words.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'
import '../../words/transfer-words.ts'

const looks = ['primary', 'secondary', 'quiet', 'danger'] as const
const at = '2026-11-20T03:00:00Z'

/** For developers and browser tests: every building block by itself. A live site does not have it. */
export function loader({ context }: Route.LoaderArgs) {
  refuseOnLive(context.get(pageSettings).site)
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
      <GalleryDialogs />
      <GalleryToasts />
      <GalleryWallet />
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
      <GalleryErrors />
      <GalleryStates />
    </div>
  )
}

/** What is said about where a gift, a transfer or a purchase stands, and what a token's history calls its events. */
const words: readonly WordKey[] = [
  'gift.text.drafted',
  'gift.text.pending',
  'gift.text.open',
  'gift.text.claimed',
  'gift.text.ending',
  'gift.text.sealed-sent',
  'gift.text.sealed-received',
  'gift.text.given-up',
  'gift.text.failed',
  'gift.end.cancelled',
  'gift.end.expired',
  'gift.end.moved',
  'gift.end.withdrawn',
  'gift.end.undelivered',
  'gift.end.for-recipient',
  'transfer.failed.storage',
  'transfer.state.drafted-text',
  'transfer.state.pending-text',
  'transfer.state.sealed-text',
  'transfer.state.given-up-text',
  'transfer.state.failed-text',
  'trade.delivered.text',
  'trade.undelivered',
  'order.outcome.refunded',
  'order.outcome.refunded.card',
  'market.event.mint',
  'market.event.sale',
  'market.event.gift',
  'market.event.transfer',
]

/** What a member reads of how something stands that takes its time. */
function GalleryStates() {
  const { t } = useWords()
  return (
    <Block title="Outcomes">
      <ul className="grid w-full gap-2 text-14" data-outcomes>
        {words.map((word) => (
          <li key={word} data-word={word}>
            {t(word, { minutes: limits.transferDraftMinutes })}
          </li>
        ))}
      </ul>
    </Block>
  )
}

const modals = ['plain', 'persistent', 'long'] as const

/** The dialog host and the generic modal: each kind, a queue of three, and what every promise came to. */
function GalleryDialogs() {
  const [open, setOpen] = useState<(typeof modals)[number]>()
  const [answers, setAnswers] = useState<readonly string[]>([])
  const note = (answer: string): void => setAnswers((before) => [...before, answer])
  const alert = async (): Promise<void> => {
    await dialogs.alert({ title: 'お知らせ', description: '内容です。' })
    note('alert: dismissed')
  }
  const error = async (): Promise<void> => {
    await dialogs.error({ title: 'エラー', message: 'うまくいきませんでした。' })
    note('error: dismissed')
  }
  const confirm = async (): Promise<void> => {
    const question = { description: 'このカードを削除しますか？', confirmTitle: '削除する' }
    note(`confirm: ${await dialogs.confirm(question)}`)
  }
  return (
    <Block title="Dialogs">
      <Button onClick={() => void alert()}>alert</Button>
      <Button onClick={() => void error()}>error</Button>
      <Button onClick={() => void confirm()}>confirm</Button>
      <Button onClick={() => void Promise.all([alert(), error(), confirm()])}>three at once</Button>
      {modals.map((kind) => (
        <Button key={kind} look="secondary" onClick={() => setOpen(kind)}>
          {kind} modal
        </Button>
      ))}
      <output aria-label="answers">{answers.join(', ')}</output>
      {modals.map((kind) => (
        <Modal
          key={kind}
          isOpen={open === kind}
          isPersistent={kind === 'persistent'}
          onClose={() => setOpen(undefined)}
          title={`モーダル ${kind}`}
        >
          <p>背景を押しても閉じないのは persistent のときだけです。</p>
          {kind === 'long' && Array.from({ length: 60 }, (_, line) => <p key={line}>長い内容の {line + 1} 行目</p>)}
          <Button onClick={() => setOpen(undefined)}>中のボタン</Button>
        </Modal>
      ))}
    </Block>
  )
}

const statuses = ['info', 'success', 'warning', 'error', 'loading'] as const
const long = '長い見出しのお知らせです。'.repeat(6)

/** Toasts at their six places, of every status, long, without an end, and one that cannot be closed. */
function GalleryToasts() {
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

const shown = ['invite', 'preparing', 'sealing', 'asking', 'welcome'] as const

/** Both wallet-link windows at every stage, without a wallet. */
function GalleryWallet() {
  const [open, setOpen] = useState<(typeof shown)[number]>()
  const close = (): void => setOpen(undefined)
  // the last one is still to be seen while it fades
  const [last, setLast] = useState<Exclude<(typeof shown)[number], 'welcome'>>('invite')
  return (
    <Block title="Wallet link">
      {shown.map((stage) => (
        <Button
          key={stage}
          look="secondary"
          onClick={() => {
            if (stage !== 'welcome') setLast(stage)
            setOpen(stage)
          }}
        >
          wallet {stage}
        </Button>
      ))}
      <InviteWindow
        isOpen={open !== undefined && open !== 'welcome'}
        onClose={close}
        stage={last}
        isReady
        question={<LinkPassword isAgain={false} onAnswer={() => setOpen('welcome')} />}
        onStart={() => setOpen('welcome')}
      >
        <Recommendation email="member@visitor.example" />
      </InviteWindow>
      <WelcomeWindow isOpen={open === 'welcome'} onClose={close} />
    </Block>
  )
}

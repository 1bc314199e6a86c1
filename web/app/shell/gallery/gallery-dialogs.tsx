import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { Modal } from '../../ui/modal.tsx'
import { Block } from './gallery-block.tsx'

const modals = ['plain', 'persistent', 'long'] as const

/** The dialog host and the generic modal: each kind, a queue of three, and what every promise came to. */
export function GalleryDialogs() {
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

import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LinkPassword } from '../../identity/wallet/link-password.tsx'
import { InviteWindow, Recommendation, WelcomeWindow } from '../../identity/wallet/link-windows.tsx'
import { Block } from './gallery-block.tsx'

const shown = ['invite', 'preparing', 'sealing', 'asking', 'welcome'] as const

/** Both wallet-link windows at every stage, without a wallet. */
export function GalleryWallet() {
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

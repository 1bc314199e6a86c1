import type { Route } from './+types/gallery-screen.ts'
import { pageSettings } from '../../platform/load-context.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { Checkbox, PasswordField, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Price } from '../../ui/price.tsx'
import { CardSkeleton, EmptyState, ErrorState } from '../../ui/states.tsx'
import { Steps } from '../../ui/steps.tsx'
import { Block } from './gallery-block.tsx'
import { GalleryDialogs } from './gallery-dialogs.tsx'
import { GalleryErrors } from './gallery-errors.tsx'
import { GalleryStates } from './gallery-states.tsx'
import { GalleryToasts } from './gallery-toasts.tsx'
import { GalleryWallet } from './gallery-wallet.tsx'
import { refuseOnLive } from './refuse-on-live.ts'

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

import { useState, useEffect, useRef } from 'react'
import type { FormEvent } from 'react'
import type { PackView } from '@kura/contract/shop/pack'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { GivenPacks } from '../pack/given-packs.tsx'
import type { Accepted } from '../pack/pack-error.ts'
import { SelectablePicker } from '../pack/selectable-picker.tsx'
import type { Pairs } from '../pack/selection.ts'
import { useIssue } from '../pack/use-issue.ts'
import type { IssueFailure } from '../pack/use-issue.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useFocused } from '../../ui/focus.ts'
import { useWords } from '../../words/use-words.ts'
import { passcodeFault, readPasscode } from './passcode-fault.ts'
import { PackFront } from '../pack/pack-front.tsx'
import { BotWidget } from '../../identity/captcha/bot-widget.tsx'
import { TextField } from '../../ui/field.tsx'
import '../../words/give-words.ts'

/** What was found behind the passcode, and whether its contents are being chosen. */
type Found = { passcode: string; pack: PackView; isChoosing: boolean }

/** Redeems a passcode: type it, see what it gives, choose contents if needed, and get the pack. */
export default function PasscodeScreen() {
  const { t } = useWords()
  return (
    <div className="page grid gap-6 pt-8 md:pt-12">
      <PageHead title={t('passcode.title')} description={t('passcode.lead')} />
      <div className="grid max-w-reading gap-2">
        <h1 className="text-24 md:text-32">{t('passcode.title')}</h1>
        <p className="text-14">{t('passcode.lead')}</p>
      </div>
      <MemberOnly>
        <Redeem />
      </MemberOnly>
    </div>
  )
}

function Redeem() {
  const { t } = useWords()
  const [code, setCode] = useState('')
  const [found, setFound] = useState<Found>()
  const [given, setGiven] = useState<Accepted>()
  const [fault, setFault] = useState<{ at: 'code' | 'choice'; text: string }>()
  const { isBusy, look, issue } = useIssue()

  const fail = (failure: IssueFailure): void => {
    const { at, word } = passcodeFault(failure, found?.isChoosing === true)
    setFault({ at, text: t(word) })
    // the reason is shown at the passcode, since its pack is not available
    if (at === 'code') setFound(undefined)
  }
  const find = async (): Promise<void> => {
    const passcode = readPasscode(code)
    setFound(undefined)
    if (passcode === undefined) return setFault({ at: 'code', text: t('passcode.malformed') })
    setFault(undefined)
    const outcome = await look((issuer) => issuer.validatePasscode(passcode))
    if (outcome?.kind === 'done') setFound({ passcode, pack: outcome.data, isChoosing: false })
    if (outcome?.kind === 'failed') fail(outcome)
    return undefined
  }
  const get = async ({ passcode, pack }: Found, pairs?: Pairs): Promise<void> => {
    setFault(undefined)
    const outcome = await issue((issuer) => issuer.getPasscode(passcode, pairs))
    if (outcome?.kind === 'done') setGiven(outcome.data)
    if (outcome?.kind === 'choose') setFound({ passcode, pack: { ...pack, packId: outcome.packId }, isChoosing: true })
    if (outcome?.kind === 'failed') fail(outcome)
  }
  const again = (): void => {
    setCode('')
    setFound(undefined)
    setGiven(undefined)
  }

  if (given) return <Given given={given} onAgain={again} />
  if (found?.isChoosing)
    return (
      <SelectablePicker
        packId={found.pack.packId}
        cards={found.pack.cardsPerPack}
        isBusy={isBusy}
        error={fault?.at === 'choice' ? fault.text : undefined}
        onPick={(pairs) => void get(found, pairs)}
        onCancel={() => {
          setFault(undefined)
          setFound({ ...found, isChoosing: false })
        }}
      />
    )
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,440px)_minmax(0,1fr)]">
      <PasscodeForm
        code={code}
        error={fault?.at === 'code' ? fault.text : undefined}
        isBusy={isBusy && !found}
        onChange={(next) => {
          setCode(next)
          setFault(undefined)
          setFound(undefined)
        }}
        onSubmit={() => void find()}
      />
      {found && <FoundPack pack={found.pack} isBusy={isBusy} onGet={() => void get(found)} />}
    </div>
  )
}

function Given({ given, onAgain }: { given: Accepted; onAgain: () => void }) {
  const { t } = useWords()
  const heading = useFocused<HTMLHeadingElement>()
  return (
    <section className="grid min-w-0 gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-20 md:text-24">
        {t('given.title')}
      </h2>
      <GivenPacks orderIds={given.orderIds} />
      <div className="flex flex-wrap gap-3">
        <LinkButton to={links.unopenedPacks} look="secondary">
          {t('collection.to-unopened')}
        </LinkButton>
        <LinkButton to={links.collection} look="secondary">
          {t('given.to-collection')}
        </LinkButton>
        <Button look="quiet" onClick={onAgain}>
          {t('passcode.again')}
        </Button>
      </div>
    </section>
  )
}

/** What a passcode gives, before it is used up. */
function FoundPack({ pack, isBusy, onGet }: { pack: PackView; isBusy: boolean; onGet: () => void }) {
  const { t, pick } = useWords()
  const heading = useFocused<HTMLHeadingElement>()
  return (
    <section className="grid animate-rise gap-6 rounded-card border border-line bg-surface p-5 sm:grid-cols-[160px_minmax(0,1fr)] sm:p-6">
      <div className="mx-auto w-full max-w-[160px]">
        <PackFront picture={pack.picture} sizes="160px" isFirst />
      </div>
      <div className="grid content-start gap-4">
        <div className="grid gap-1">
          <p className="text-12 text-sub-text">{t('passcode.found')}</p>
          <h2 ref={heading} tabIndex={-1} className="text-20">
            {pick(pack.name)}
          </h2>
          <p className="text-14">
            {t(`pack.kind.${pack.kind}`)} · {t('pack.cards', { count: pack.cardsPerPack })}
          </p>
        </div>
        <p className="text-14 whitespace-pre-line">{pick(pack.description)}</p>
        <div className="flex flex-wrap gap-3">
          <Button size="lg" isBusy={isBusy} onClick={onGet}>
            {t(pack.kind === 'selectable' ? 'pick.begin' : 'given.get')}
          </Button>
          <LinkButton to={links.pack(pack.packId)} look="quiet" size="lg">
            {t('passcode.about-pack')}
          </LinkButton>
        </div>
        <p className="text-12 text-sub-text">{t('passcode.once')}</p>
      </div>
    </section>
  )
}

type FormProps = {
  code: string
  error: string | undefined
  isBusy: boolean
  onChange: (code: string) => void
  onSubmit: () => void
}

/**
 * The field for a passcode. What is wrong with one is shown here, and the field takes the focus for
 * another try.
 */
function PasscodeForm({ code, error, isBusy, onChange, onSubmit }: FormProps) {
  const { t } = useWords()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector('input')?.focus()
  }, [error])
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <TextField
        label={t('passcode.label')}
        name="passcode"
        value={code}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        hint={t('passcode.hint')}
        error={error}
        isRequired
      />
      <BotWidget />
      <Button type="submit" size="lg" isWide isBusy={isBusy}>
        {t('passcode.check')}
      </Button>
    </form>
  )
}

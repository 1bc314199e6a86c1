import { useState } from 'react'
import type { FormEvent } from 'react'
import { enquiryTopics } from '@kura/contract/catalogue/enquiry'
import type { EnquiryTopic } from '@kura/contract/catalogue/enquiry'
import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { OrderView } from '@kura/contract/checkout/order'
import type { Route } from './+types/contact-screen.ts'
import { BotWidget, GuardedButton } from '../../identity/captcha/bot-widget.tsx'
import { FormCard, FormPage } from '../../identity/member/form-page.tsx'
import { useFormCall } from '../../identity/member/form-call.ts'
import { BoughtSummary } from '../../ui/bought-summary.tsx'
import { useTransaction } from '../../checkout/order/use-transaction.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { declareSearch, someOf, useSearch } from '../../ui/page-search.ts'
import { looksLikeEmail } from '../../platform/format.ts'
import { useMe } from '../../identity/session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { isOrderGone } from '../../checkout/order/order-outcome.ts'
import '../../words/point-words.ts'

const messageLeast = 10
const messageMost = 4000

const search = declareSearch({ topic: someOf(enquiryTopics), order: 'browser' })
export const handle = { search }

export async function loader({ context }: Route.LoaderArgs) {
  return tagged({ operator: orThrow(await pageApi(context)('showOperator', {})) }, ['operators'])
}
export const headers = pageHeaders

/** Writes to the operator. `?order=` brings an order along, `?topic=` what it is about. */
export default function ContactScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const [sent, setSent] = useState<{ email: string; enquiryId: string }>()
  return (
    <FormPage title={t('contact.title')} lead={sent ? undefined : <Lead operator={loaderData.operator} />}>
      <PageHead title={t('contact.title')} />
      {sent ? (
        <div role="status">
          <EmptyState icon="check" title={t('contact.sent')} text={t('contact.sent-text', sent)}>
            <Button look="secondary" onClick={() => setSent(undefined)}>
              {t('contact.again')}
            </Button>
          </EmptyState>
        </div>
      ) : (
        <ContactForm onSent={setSent} />
      )}
    </FormPage>
  )
}

function Lead({ operator }: { operator: OperatorView }) {
  const { t, pick } = useWords()
  const hours = pick(operator.hours)
  return (
    <>
      <p>{t('contact.lead')}</p>
      {operator.phone !== '' && <p>{t('contact.phone', { phone: operator.phone })}</p>}
      {hours !== '' && <p>{t('contact.hours', { hours })}</p>}
    </>
  )
}

function ContactForm({ onSent }: { onSent: (sent: { email: string; enquiryId: string }) => void }) {
  const { me, pending } = useMe()
  const query = useSearch(search)
  const orderId = query.get('order') ?? undefined
  // the address of a member fills itself in, so the form waits for it
  if (pending) return <Skeleton className="h-96" />
  return (
    <FormCard>
      <Fields
        key={`${me?.userId ?? 'guest'} ${orderId ?? ''}`}
        email={me?.email ?? ''}
        // only the owner of an order can name it
        orderId={me ? orderId : undefined}
        topic={topicOf(query.get('topic'), orderId)}
        onSent={onSent}
      />
    </FormCard>
  )
}

const topicOf = (name: string | null, orderId: string | undefined): EnquiryTopic =>
  enquiryTopics.find((topic) => topic === name) ?? (orderId === undefined ? 'other' : 'order')

type FieldsProps = {
  email: string
  orderId: string | undefined
  topic: EnquiryTopic
  onSent: (sent: { email: string; enquiryId: string }) => void
}

function Fields({ email, orderId, topic, onSent }: FieldsProps) {
  const { t, language } = useWords()
  const [message, setMessage] = useState('')
  const about = useTransaction(orderId)
  const { error } = about
  const isGone = error !== undefined && isOrderGone(error)
  const problem = error && t(isGone ? 'contact.order-gone' : `error.${error.body.errorCode}`)
  const { isBusy, errors, setErrors, send } = useFormCall(['topic', 'email', 'message'], {
    INVALID_EMAIL_FORMAT: { field: 'email' },
    NOT_FOUND: { word: 'contact.order-gone' },
  })
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = {
      topic: String(form.get('topic')) as EnquiryTopic,
      email: String(form.get('email')).trim(),
      message: message.trim(),
      // a message about an order of somebody else would not be taken; one that is not known yet is searched by the server
      orderId: isGone ? undefined : orderId,
      locale: language,
    }
    if (!looksLikeEmail(body.email)) return setErrors({ email: t('error.INVALID_EMAIL_FORMAT') })
    if (body.message.length < messageLeast) return setErrors({ message: t('contact.message-short') })
    if (body.message.length > messageMost)
      return setErrors({ message: t('contact.message-long', { most: messageMost }) })
    const result = await send('sendEnquiry', { body })
    if (result?.ok) onSent({ email: body.email, enquiryId: result.data.enquiryId })
    return undefined
  }
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(event)}>
      {orderId !== undefined && <AboutOrder orderId={orderId} order={about.data?.order} problem={problem} />}
      <SelectField
        label={t('contact.topic')}
        name="topic"
        defaultValue={topic}
        choices={enquiryTopics.map((value) => ({ value, label: t(`contact.topic.${value}`) }))}
        error={errors.topic}
      />
      <TextField
        label={t('contact.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={email}
        error={errors.email}
        isRequired
      />
      <TextArea
        label={t('contact.message')}
        name="message"
        rows={8}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        hint={t('contact.message-hint', { most: messageMost })}
        error={errors.message}
        isRequired
      />
      <BotWidget />
      <FieldError error={errors.form} />
      <GuardedButton type="submit" size="lg" isWide isBusy={isBusy}>
        {t('contact.submit')}
      </GuardedButton>
    </form>
  )
}

type AboutOrderProps = { orderId: string; order: OrderView | undefined; problem: string | undefined }

/** The order the message is about, with its pack. */
function AboutOrder({ orderId, order, problem }: AboutOrderProps) {
  const { t } = useWords()
  const isGift = order?.tender === 'grant'
  return (
    <section aria-label={t('contact.order')} className="grid gap-2">
      <h2 className="text-14 font-medium">{t('contact.order')}</h2>
      {order && (
        <BoughtSummary
          bought={{
            name: order.name,
            picture: order.picture,
            priceYen: isGift ? null : order.priceYen,
            isTaxed: order.token === null,
          }}
        />
      )}
      {!order && problem === undefined && <Skeleton className="h-24" />}
      <FieldError error={problem} />
      <p className="font-mono text-12 break-all">{t('contact.order-number', { orderId })}</p>
    </section>
  )
}

import { useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Labelled } from '../../catalogue/item/filter-fields.tsx'
import { links } from '../../platform/links.ts'
import { Select } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import { listingAgeNames, listingOrderNames } from './listing-filters.ts'
import type { ListingFilters } from './listing-filters.ts'
import { PriceRange } from './price-range.tsx'
import { isTyped, usefulFields, useShownValues } from '../../ui/send-form.ts'
import '../../words/market-words.ts'

const usual = { order: 'price-low', age: 'any', limited: '1' }

/**
 * Sort order and filters of an item's listings. They live in the address; without JavaScript the
 * price button submits all of them.
 */
export function ListingFilterForm({ itemId, filters }: { itemId: string; filters: ListingFilters }) {
  const { t } = useWords()
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const { order, age, least, most, isLimited } = filters
  useShownValues(form, { order, age, least, most, limited: isLimited ? '1' : '0' })
  const send = (): void => {
    if (!form.current) return
    void submit(usefulFields(form.current, usual), { action: links.item(itemId), preventScrollReset: true })
  }
  return (
    <Form
      ref={form}
      action={links.item(itemId)}
      aria-label={t('market.filters')}
      preventScrollReset
      onChange={(event) => {
        if (!isTyped(event.target)) send()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="grid grid-cols-2 gap-3 md:flex md:flex-wrap md:items-end"
    >
      <Labelled label={t('market.order')}>
        <Select
          name="order"
          defaultValue={order}
          choices={listingOrderNames.map((name) => ({ value: name, label: t(`market.order.${name}`) }))}
        />
      </Labelled>
      <Labelled label={t('market.since')}>
        <Select
          name="age"
          defaultValue={age}
          choices={listingAgeNames.map((name) => ({ value: name, label: t(`market.since.${name}`) }))}
        />
      </Labelled>
      <PriceRange least={least} most={most} className="col-span-2 min-w-0" />
      <div className="col-span-2 hidden member:block">
        <Labelled label={t('market.limited')}>
          <Select
            name="limited"
            defaultValue={isLimited ? '1' : '0'}
            choices={[
              { value: '1', label: t('market.limited.with') },
              { value: '0', label: t('market.limited.without') },
            ]}
          />
        </Labelled>
      </div>
    </Form>
  )
}

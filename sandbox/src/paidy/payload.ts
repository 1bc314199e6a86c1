import { malformed } from './paidy-refusal.ts'

export type PaidyItem = { id?: string; quantity: number; title?: string; unit_price: number; description?: string }
export type PaidyOrder = { items: PaidyItem[]; tax: number; shipping: number; order_ref: string }
export type PaidyBuyer = { name1: string; name2?: string; email?: string; phone?: string; dob?: string }
export type PaidyAddress = { line1?: string; line2?: string; city?: string; state?: string; zip?: string }
/** What a shop's page launches the checkout with, read and checked. */
export type PaidyPayload = {
  amount: number
  currency: 'JPY'
  store_name: string
  buyer: PaidyBuyer
  order: PaidyOrder
  shipping_address: PaidyAddress
  description: string
  metadata: Record<string, string>
}
type Fields = Readonly<Record<string, unknown>>

const mostMetadata = 20

/**
 * Reads a launch payload; refuses one whose fields or sum are wrong. Amount = Σ unit_price ×
 * quantity + tax + shipping.
 */
export function readPayload(value: unknown): PaidyPayload {
  const payload = object(value, 'payload')
  const amount = whole(payload.amount, 'amount', 1)
  if (payload.currency !== 'JPY') throw malformed('currency: JPY only')
  const order = readOrder(payload.order)
  const sum = order.items.reduce((total, item) => total + item.unit_price * item.quantity, order.tax + order.shipping)
  if (sum !== amount) throw malformed(`amount: ${amount} is not the sum of items, tax and shipping, ${sum}`)
  return {
    amount,
    currency: 'JPY',
    store_name: optionalText(payload.store_name, 'store_name') ?? '',
    buyer: readBuyer(payload.buyer),
    order,
    shipping_address: readAddress(payload.shipping_address),
    description: optionalText(payload.description, 'description') ?? '',
    metadata: readMetadata(payload.metadata),
  }
}

/** Up to twenty pairs of texts; numbers and flags become texts. */
export function readMetadata(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {}
  const pairs = Object.entries(object(value, 'metadata'))
  if (pairs.length > mostMetadata) throw malformed(`metadata: more than ${mostMetadata} pairs`)
  return Object.fromEntries(
    pairs.map(([name, entry]) => {
      if (typeof entry === 'object') throw malformed(`metadata.${name}: a text`)
      return [name, String(entry)]
    }),
  )
}

function readOrder(value: unknown): PaidyOrder {
  const order = object(value, 'order')
  if (!Array.isArray(order.items) || order.items.length === 0) throw malformed('order.items: at least one')
  return {
    items: order.items.map((item: unknown, index) => readItem(object(item, `order.items[${index}]`))),
    tax: whole(order.tax ?? 0, 'order.tax', 0),
    shipping: whole(order.shipping ?? 0, 'order.shipping', 0),
    order_ref: optionalText(order.order_ref, 'order.order_ref') ?? '',
  }
}

// A discount is an item with a price below zero.
const readItem = (item: Fields): PaidyItem => ({
  id: optionalText(item.id, 'item.id'),
  quantity: whole(item.quantity, 'item.quantity', 1),
  title: optionalText(item.title, 'item.title'),
  unit_price: whole(item.unit_price, 'item.unit_price', -9_999_999),
  description: optionalText(item.description, 'item.description'),
})

function readBuyer(value: unknown): PaidyBuyer {
  const buyer = object(value, 'buyer')
  const name1 = optionalText(buyer.name1, 'buyer.name1') ?? ''
  if (name1.trim() === '') throw malformed('buyer.name1: not empty')
  const [name2, email, phone, dob] = (['name2', 'email', 'phone', 'dob'] as const).map((name) =>
    optionalText(buyer[name], `buyer.${name}`),
  )
  return { name1, name2, email, phone, dob }
}

function readAddress(value: unknown): PaidyAddress {
  if (value === undefined || value === null) return {}
  const address = object(value, 'shipping_address')
  const [line1, line2, city, state, zip] = (['line1', 'line2', 'city', 'state', 'zip'] as const).map((name) =>
    optionalText(address[name], `shipping_address.${name}`),
  )
  if (zip !== undefined && zip !== '' && !/^\d{3}-\d{4}$/.test(zip)) throw malformed('shipping_address.zip: NNN-NNNN')
  return { line1, line2, city, state, zip }
}

/** An object's fields; refuses anything else. */
export function object(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(`${name}: an object`)
  return value as Fields
}

/** A whole number of at least `least`. */
export function whole(value: unknown, name: string, least: number): number {
  if (!Number.isSafeInteger(value) || Number(value) < least) throw malformed(`${name}: a whole number`)
  return Number(value)
}

/** A text or nothing. */
export function optionalText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw malformed(`${name}: a text`)
  return value
}

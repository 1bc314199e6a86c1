import { z } from 'zod'

/** The catalogue uses its own slugs as ids. */
export const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
export const ItemId = Slug
export const PackId = Slug
export const SeriesId = Slug
/** A UUID (version 7) made by the application. */
export const Uuid = z.uuid()
export const UserId = Uuid
export const OrderId = Uuid
/** The on-chain id, an unsigned 64-bit number as a decimal string. */
export const TokenId = z.string().regex(/^(0|[1-9][0-9]{0,19})$/)
/** The reference a token is minted under, unique forever; known before the mint. */
export const RefId = Uuid
/** A Flow address with its prefix, lower case. */
export const FlowAddress = z.string().regex(/^0x[0-9a-f]{16}$/)
/** Empty until a wallet is linked. */
export const FlowAddressOrEmpty = z.union([FlowAddress, z.literal('')])
export const Yen = z.int().min(0)
/**
 * An instant as ISO 8601 with its zone, as a database can hold it: years 1 to 9999, a zone within
 * fourteen hours of UTC, and no more digits than a clock has.
 */
export const Instant = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((text) => !text.startsWith('0000-') && isZone(text))
const isZone = (instant: string): boolean => /(Z|[+-](0\d|1[0-3]):\d\d|[+-]14:00)$/.test(instant)
/** A text in both languages. */
export const Words = z.object({ ja: z.string(), en: z.string() })
export type Words = z.infer<typeof Words>

/** A text to search for or to store as it is. Without NUL, which no database can hold. */
export const plainText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !text.includes('\0'))

/** One line of text: no line breaks and no other control characters. */
export const lineOf = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text))

/** A picture in several widths: `/images/media/<id>-<width>.avif` and `.webp`. `colour` is the ground until it is there. */
export const Picture = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  colour: z.string(),
  sizes: z.array(z.int()),
})
export type Picture = z.infer<typeof Picture>

/** How to page a list: by `limit` and `offset`, or from a `cursor`. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).optional(),
  offset: z.coerce.number().int().min(0).max(10_000).optional(),
  cursor: z.string().max(200).optional(),
}

/** What every list returns. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int().optional(), cursor: z.string().optional() })

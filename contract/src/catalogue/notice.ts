import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, listOf, PackId, Picture, SeriesId, Slug, Uuid, Words, Yen } from '../ids.ts'
import { maintenanceModes } from '../maintenance.ts'
import { paths } from '../paths.ts'

export const BannerView = z.object({
  id: z.string(),
  picture: Picture,
  title: Words,
  href: z.string(),
  startDate: Instant.optional(),
  endDate: Instant.optional(),
})
export type BannerView = z.infer<typeof BannerView>
export const listBanners = endpoint(paths.listBanners, {
  summary: 'The top carousel.',
  query: z.object({ timestamp: z.string().optional() }),
  output: listOf(BannerView),
})

export const AnnouncementView = z.object({ id: z.string(), title: Words, body: Words, publishedAt: Instant })
export type AnnouncementView = z.infer<typeof AnnouncementView>
export const listAnnouncements = endpoint(paths.listAnnouncements, {
  summary: 'Announcements, newest first.',
  query: z.object({ timestamp: z.string().optional() }),
  output: listOf(AnnouncementView),
})

/** A thing that another site sells, such as a book of the artwork. */
export const ExternalProductView = z.object({
  id: z.string(),
  name: Words,
  picture: Picture,
  /** An https address of the site that sells it. */
  href: z.string(),
  /** The price there, as the operator wrote it down; null where none is known. */
  priceYen: Yen.nullable(),
})
export type ExternalProductView = z.infer<typeof ExternalProductView>
export const listExternalProducts = endpoint(paths.listExternalProducts, {
  summary: 'Products that other sites sell, in the order of the operator.',
  output: listOf(ExternalProductView),
})
export const listPickedProducts = endpoint(paths.listPickedProducts, {
  summary: 'Those of `listExternalProducts` that the operator picked out.',
  output: listOf(ExternalProductView),
})

export const EventView = z.object({
  id: Slug,
  title: Words,
  description: Words,
  picture: Picture.nullable(),
  startDate: Instant,
  endDate: Instant,
  packIds: z.array(PackId),
  seriesIds: z.array(SeriesId),
})
export type EventView = z.infer<typeof EventView>
export const listEvents = endpoint(paths.listEvents, {
  summary: 'Events that run or are to come, by their beginning; then the latest hundred that are over.',
  output: listOf(EventView),
})
export const showEvent = endpoint(paths.showEvent, {
  summary: 'One event.',
  params: z.object({ eventId: Slug }),
  output: EventView,
  errors: ['NOT_FOUND'],
})

/** What the operator planned. `text` is empty where there is nothing to say but the times. */
export const MaintenanceView = z.object({
  id: Uuid,
  mode: z.enum(maintenanceModes),
  startDate: Instant,
  endDate: Instant,
  text: Words,
})
export type MaintenanceView = z.infer<typeof MaintenanceView>
export const listMaintenance = endpoint(paths.listMaintenance, {
  summary: 'Planned maintenance that runs or is to come, by its beginning.',
  output: listOf(MaintenanceView),
})

export const currentTimestamp = endpoint(paths.currentTimestamp, {
  summary: 'The server time that decides every deadline, in milliseconds since 1970.',
  output: z.object({ currentTimestamp: z.int() }),
})

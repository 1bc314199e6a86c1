import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, listOf, Picture, Words } from '../ids.ts'
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

export const currentTimestamp = endpoint(paths.currentTimestamp, {
  summary: 'The server time that decides every deadline, in milliseconds since 1970.',
  output: z.object({ currentTimestamp: z.int() }),
})

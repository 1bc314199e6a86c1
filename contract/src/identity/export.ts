import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../ids.ts'
import { paths } from '../paths.ts'

/** `none`: nothing was requested. `expired`: the file is gone, after its day or with its session. */
export const exportStates = ['none', 'requested', 'writing', 'ready', 'failed', 'expired'] as const

/** The member's latest export of own data. */
export const ExportView = z.object({
  state: z.enum(exportStates),
  /** Subjects that are written, of how many. */
  done: z.int(),
  total: z.int(),
  requestedAt: Instant.nullable(),
  /** Until when the file can be downloaded. */
  expiresAt: Instant.nullable(),
  /** The size of the file. */
  bytes: z.int().nullable(),
  /** Only the session that requested an export can download it. */
  isOfThisSession: z.boolean(),
})
export type ExportView = z.infer<typeof ExportView>

export const showExport = endpoint(paths.showExport, {
  summary: 'How far the export of the member’s own data is. `none` before the first.',
  output: ExportView,
})
export const requestExport = endpoint(paths.requestExport, {
  summary:
    'Begins to write all of the member’s own data into one ZIP, as JSON and as pages in the member’s language, in place of an earlier one. A mail says when it is there. EXPORT_RUNNING while one is being written. The file is there for a day, for the session that asked and while it is signed in.',
  output: ExportView,
  errors: ['EXPORT_RUNNING'],
})
export const downloadExport = endpoint(paths.downloadExport, {
  summary:
    'The finished export as ZIP. FORBIDDEN in another session of the member than the one that requested it; NOT_FOUND before it is ready and after its day.',
  output: z.instanceof(Uint8Array),
  media: 'application/zip',
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

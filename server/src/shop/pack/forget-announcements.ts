import type { Db } from '../../platform/db/connect.ts'

/** Forgets the heights announced on a chain that is thrown away: those packs are committed to anew. What was drawn stays. */
export const forgetAnnouncements = (db: Db) => db`
  update packs set draw_height = null, commitment = '', committed_at = null where deal = 2 and drawn_at is null`

import type { ErrorBody } from './errors.ts'

/** What a call comes to: data, or a coded failure; never a throw. */
export type Result<T> = { ok: true; data: T } | { ok: false; status: number; body: ErrorBody }

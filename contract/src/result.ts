import type { ErrorBody } from './errors.ts'

/** The result of a call: data or a coded failure; never a throw. */
export type Result<T> = { ok: true; data: T } | { ok: false; status: number; body: ErrorBody }

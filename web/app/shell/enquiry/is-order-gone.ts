import type { CallError } from '../../platform/call-error.ts'

/** Whether an order could not be read because it is not this member's, and not because the answer is missing just now. */
export const isOrderGone = ({ status }: Pick<CallError, 'status'>): boolean =>
  status === 400 || status === 403 || status === 404

import { AppError } from '@kura/contract/errors'

/** Whether the database refused an address because another member has it. */
export function isDuplicateAddress(error: unknown): boolean {
  const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string }
  return code === '23505' && constraint === 'members_flow_address'
}

/** For `catch`: that refusal as AUTHENTICATION_DUPLICATED, anything else as it came. */
export function asDuplicate(error: unknown): never {
  if (!isDuplicateAddress(error)) throw error
  throw new AppError('AUTHENTICATION_DUPLICATED', { cause: error })
}

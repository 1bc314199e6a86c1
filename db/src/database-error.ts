export type DatabaseErrorCode =
  | 'UNSUPPORTED_PLATFORM'
  | 'NO_PERMISSION'
  | 'DISK_FULL'
  | 'PORT_TAKEN'
  | 'START_FAILED'
  | 'UNREACHABLE'
  | 'MIGRATION_CHANGED'
  | 'MIGRATION_OTHER'
  | 'MIGRATION_UNKNOWN'
  | 'MIGRATION_FAILED'
  | 'MIGRATION_NAMES'

/**
 * A failure of the database that a person can act on: one sentence on what is wrong, one on what to
 * do.
 */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode
  readonly remedy: string

  constructor(code: DatabaseErrorCode, message: string, remedy: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseError'
    this.code = code
    this.remedy = remedy
  }
}

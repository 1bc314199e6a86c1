import { AppError } from '@kura/contract/errors'

/**
 * Maps errors of the database and the framework that the caller or a shortage caused; everything
 * else is a bug. A value that PostgreSQL cannot hold should have been refused by the contract: the
 * caller gets INVALID_REQUEST_FORMAT, and it is counted like a bug.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('UPLOAD_TOO_LARGE', { cause: error })
  if (statusCode === 415) return new AppError('UNSUPPORTED_MEDIA', { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('INVALID_REQUEST_FORMAT', { cause: error })
  if (isUnheld(error)) return new AppError('INVALID_REQUEST_FORMAT', { cause: error })
  if (code !== undefined && shortages.has(code)) return new AppError('SERVICE_UNAVAILABLE', { cause: error })
  return new AppError('INTERNAL_SERVER_ERROR', { cause: error })
}

/** Whether PostgreSQL refused a value for what it is: a number, a time or a text it cannot hold. */
export const isUnheld = (error: unknown): boolean => {
  const { name, code } = error as { name?: string; code?: string }
  return name === 'PostgresError' && code !== undefined && valueFaults.has(code)
}

// of class 22 those that come from a value alone; the others (division by zero, a null where none
// goes) are faults of a statement
const valueFaults = new Set(['22001', '22003', '22007', '22008', '22009', '22021', '22P02', '22P03', '22P05'])

// the disk full; PostgreSQL gone, starting, full, out of connections, or a statement over its time
const shortages = new Set([
  'ENOSPC',
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '53100',
  '53200',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '40001',
  '40P01',
])

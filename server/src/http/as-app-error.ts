import { AppError } from '@kura/contract/errors'

/** Database and framework faults that are the caller's or a passing shortage; everything else is a bug. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('UPLOAD_TOO_LARGE', { cause: error })
  if (statusCode === 415) return new AppError('UNSUPPORTED_MEDIA', { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('INVALID_REQUEST_FORMAT', { cause: error })
  if (code !== undefined && shortages.has(code)) return new AppError('SERVICE_UNAVAILABLE', { cause: error })
  return new AppError('INTERNAL_SERVER_ERROR', { cause: error })
}

// PostgreSQL gone, starting, full, out of connections, or a statement over its time
const shortages = new Set([
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

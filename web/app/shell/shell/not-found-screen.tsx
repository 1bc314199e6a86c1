import { data } from 'react-router'
import type { PageFailure } from '../../platform/page-data.ts'

export function loader(): never {
  throw data({ errorCode: 'NOT_FOUND' } satisfies PageFailure, { status: 404 })
}

export default function NotFoundScreen() {
  return null
}

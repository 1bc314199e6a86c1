import { data } from 'react-router'
import type { Route } from './+types/not-found-screen.ts'
import { errors } from '@kura/contract/errors'
import { pageSettings } from '../../platform/page-data.ts'
import type { PageFailure } from '../../platform/page-data.ts'

/** No page: there is none at this address, or the server shows none now. */
export function loader({ context }: Route.LoaderArgs): never {
  const errorCode = context.get(pageSettings).refusal ?? 'NOT_FOUND'
  throw data({ errorCode } satisfies PageFailure, { status: errors[errorCode].status })
}

export default function NotFoundScreen() {
  return null
}

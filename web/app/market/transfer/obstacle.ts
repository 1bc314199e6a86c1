import type { ErrorBody } from '@kura/contract/errors'
import type { TransferObstacle } from '@kura/contract/market/transfer'
import type { Translate } from '../../words/use-words.ts'
import '../../words/transfer-words.ts'

/** What an obstacle concerns: the member (shown elsewhere), the token, or the address. */
const parts = {
  'wallet-required': 'member',
  'no-own-collection': 'member',
  'terms-outdated': 'member',
  'not-owned': 'token',
  listed: 'token',
  held: 'token',
  'offered-as-gift': 'token',
  'not-an-address': 'address',
  'own-address': 'address',
  'shop-address': 'address',
  'no-collection': 'address',
  'storage-full': 'address',
  'recipient-age': 'address',
} as const satisfies Record<TransferObstacle, 'member' | 'token' | 'address'>
type Part = (typeof parts)[TransferObstacle]
type ObstacleOf<P extends Part> = { [O in TransferObstacle]: (typeof parts)[O] extends P ? O : never }[TransferObstacle]
export type TokenObstacle = ObstacleOf<'token'>
/** The obstacles shown at the token or at the address. */
type ShownObstacle = ObstacleOf<'token' | 'address'>

const isShown = (name: string): name is ShownObstacle => name in parts && parts[name as TransferObstacle] !== 'member'
export const shownObstacles: readonly ShownObstacle[] = Object.keys(parts).filter(isShown)

/** The first obstacle that concerns this part. */
export const obstacleOf = <P extends Part>(
  obstacles: readonly TransferObstacle[] | undefined,
  part: P,
): ObstacleOf<P> | undefined => obstacles?.find((each): each is ObstacleOf<P> => parts[each] === part)

/** The faults of a refusal as obstacles. */
const byFault: Record<string, ShownObstacle> = {
  not_owner: 'not-owned',
  not_an_address_of_the_network: 'not-an-address',
  yourself: 'own-address',
  shop: 'shop-address',
  age_not_confirmed: 'recipient-age',
}

/** The obstacle in a refusal; undefined when it concerns something else. */
export function obstacleIn({ details }: Pick<ErrorBody, 'details'>): ShownObstacle | undefined {
  for (const { fault } of details ?? []) {
    const named = byFault[fault] ?? fault.replaceAll('_', '-')
    if (isShown(named)) return named
  }
  return undefined
}

/** Why nothing was sent: the obstacle in the refusal, else its code. */
export function refusalText(body: Pick<ErrorBody, 'errorCode' | 'details'>, t: Translate): string {
  const obstacle = obstacleIn(body)
  return t(obstacle ? `transfer.obstacle.${obstacle}` : `error.${body.errorCode}`)
}

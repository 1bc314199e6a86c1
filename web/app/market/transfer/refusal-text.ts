import type { ErrorBody } from '@kura/contract/errors'
import type { Translate } from '../../words/use-words.ts'
import { obstacleIn } from './obstacle.ts'
import '../../words/transfer-words.ts'

/** Why nothing was sent: by the obstacle the refusal names, else by its code. */
export function refusalText(body: Pick<ErrorBody, 'errorCode' | 'details'>, t: Translate): string {
  const obstacle = obstacleIn(body)
  return t(obstacle ? `transfer.obstacle.${obstacle}` : `error.${body.errorCode}`)
}

import { OperatorView } from '@kura/contract/catalogue/operator'
import type { Db } from '../../platform/db/connect.ts'
import { keepOperator } from './queries.ts'

/** Notes who runs the shop, with what the contract names and nothing else. True when that is new. */
export const importOperator = (db: Db, operator: OperatorView): Promise<boolean> =>
  keepOperator(db, OperatorView.parse(operator))

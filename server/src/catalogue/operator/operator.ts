import { OperatorView } from '@kura/contract/catalogue/operator'
import type { Db } from '../../platform/db/connect.ts'
import { findOperator, keepOperator } from './queries.ts'

const nothing = { ja: '', en: '' }

/** Who runs this shop; every field is empty until an operator was imported. */
export const showOperator = async ({ sql }: { sql: Db }): Promise<OperatorView> =>
  (await findOperator(sql)) ?? {
    name: nothing,
    representative: nothing,
    address: nothing,
    phone: '',
    email: '',
    hours: nothing,
    invoiceNumber: '',
  }

/** Notes who runs the shop, with what the contract names and nothing else. True when that is new. */
export const importOperator = (db: Db, operator: OperatorView): Promise<boolean> =>
  keepOperator(db, OperatorView.parse(operator))

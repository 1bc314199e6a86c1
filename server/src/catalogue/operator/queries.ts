import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { Db } from '../../platform/db/connect.ts'

/** The operator of the shop, as imported; undefined before the first import. */
export const findOperator = async (db: Db): Promise<OperatorView | undefined> => {
  const [row] = await db<{ details: OperatorView }[]>`select details from operators`
  return row?.details
}

/** True when it differs from what was known. */
export const keepOperator = async (db: Db, operator: OperatorView): Promise<boolean> => {
  const rows = await db`
    insert into operators as o (is_only, details) values (true, ${db.json(operator)})
    on conflict (is_only) do update set details = excluded.details, changed_at = kura_now()
     where o.details is distinct from excluded.details returning 1`
  return rows.length > 0
}

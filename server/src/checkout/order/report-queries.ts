import type { Db } from '../../platform/db/connect.ts'

export type Report = { type: string; subjectId: string; txId: string; memberId: string }
/** The outcome of a report. */
export type ReportEnd = 'confirmed' | 'foreign' | 'failed' | 'unknown'

/** Inserts a report unless it is known, at most `most` per subject. False above that. */
export const keepReport = async (db: Db, report: Report, most: number): Promise<boolean> => {
  const { type, subjectId, txId, memberId } = report
  const rows = await db`
    with known as (
      select tx_id from transaction_reports where type = ${type} and subject_id = ${subjectId}
    ), kept as (
      insert into transaction_reports (type, subject_id, tx_id, member_id)
      select ${type}, ${subjectId}, ${txId}, ${memberId} where (select count(*) from known) < ${most}
      on conflict do nothing returning 1
    )
    select 1 from kept union all select 1 from known where tx_id = ${txId} limit 1`
  return rows.length > 0
}

export type DueReport = Omit<Report, 'memberId'> & { isOld: boolean }
/**
 * Claims open reports to check on chain, oldest first; `isOld` when the chain must know the
 * transaction by now.
 */
export const claimReports = (db: Db, most: number, seconds: { lease: number; old: number }) => db<DueReport[]>`
  with due as (
    select type, subject_id, tx_id from transaction_reports where state = 'reported' and worked_until <= kura_now()
     order by worked_until limit ${most} for update skip locked
  )
  update transaction_reports r set worked_until = kura_now() + make_interval(secs => ${seconds.lease})
    from due where r.type = due.type and r.subject_id = due.subject_id and r.tx_id = due.tx_id
  returning r.type, r.subject_id as "subjectId", r.tx_id as "txId",
            r.reported_at <= kura_now() - make_interval(secs => ${seconds.old}) as "isOld"`

export const settleReport = (db: Db, { type, subjectId, txId }: Omit<Report, 'memberId'>, state: ReportEnd) => db`
  update transaction_reports set state = ${state}, settled_at = kura_now()
   where type = ${type} and subject_id = ${subjectId} and tx_id = ${txId} and state = 'reported'`

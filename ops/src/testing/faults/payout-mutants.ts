import type { Mutant } from '../arena/mutate.ts'

/** The mutants of the rows of payouts. */
export const payoutMutants: Mutant[] = [
  {
    row: 'P1',
    without: 'naming the file only after the release',
    file: 'server/src/money/payout/batch.ts',
    from: 'await ensureNew(path, batch, file)',
    to: 'await rename(draft, path)',
  },
  {
    row: 'P2',
    without: 'booking a result only once',
    file: 'server/src/money/payout/queries.ts',
    from: "number = any(${[...numbers]}::bigint[]) and state = 'released'\n    returning",
    to: 'number = any(${[...numbers]}::bigint[])\n    returning',
  },
  {
    row: 'P3',
    without: 'comparing the balance with the one that was seen',
    file: 'server/src/money/payout/payout.ts',
    from: "ensure(balance === undefined || balance === payableYen, 'PROCEEDS_CHANGED')",
    to: 'void balance',
  },
  {
    row: 'P4',
    without: 'paying to the account of the request',
    file: 'server/src/money/payout/queries.ts',
    from: 'from payouts p join payout_accounts a on a.id = p.account_id join banks b on b.code = a.bank_code\n      join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code\n     where p.batch',
    to: 'from payouts p join payout_accounts a on a.member_id = p.member_id and a.replaced_at is null join banks b on b.code = a.bank_code\n      join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code\n     where p.batch',
  },
  {
    row: 'P5',
    without: 'releasing a batch only once',
    file: 'server/src/money/payout/batch.ts',
    from: 'if (locked.fileSha256 !== null) {',
    to: 'if (locked.transfers < 0) {',
  },
  {
    row: 'P6',
    without: 'cancelling what is not released',
    file: 'server/src/market/trade/trade-proceeds.ts',
    from: 'if ((await withdrawProceeds(db, proceeds)).missingYen > 0) await withdrawPayouts(db, trade.sellerId)',
    to: 'void withdrawPayouts',
  },
  {
    row: 'P6',
    without: 'comparing the file with its batch',
    file: 'server/src/money/payout/batch.ts',
    from: 'if (locked.transfers !== file.transfers || locked.totalYen !== file.totalYen)',
    to: 'if (locked.transfers < 0)',
  },
]

import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'

export type CampaignImport = {
  id: string
  name: Words
  occasion: 'sign-up' | 'wallet-link' | 'purchase'
  amount: number | undefined
  percent: number | undefined
  validDays: number
  startsAt: Date | undefined
  endsAt: Date | undefined
}

export const upsertCampaigns = async (db: Db, campaigns: CampaignImport[]): Promise<number> => {
  const rows = await db`
    insert into point_campaigns as t (id, name_ja, name_en, occasion, amount, percent, valid_days, starts_at, ends_at)
    select id, name ->> 'ja', name ->> 'en', occasion, amount, percent, "validDays", "startsAt", "endsAt"
      from jsonb_to_recordset(${db.json(campaigns as never)})
           as e (id text, name jsonb, occasion text, amount int, percent int, "validDays" int, "startsAt" timestamptz,
                 "endsAt" timestamptz)
        on conflict (id) do update set name_ja = excluded.name_ja, name_en = excluded.name_en, occasion = excluded.occasion,
           amount = excluded.amount, percent = excluded.percent, valid_days = excluded.valid_days,
           starts_at = excluded.starts_at, ends_at = excluded.ends_at
     where (t.name_ja, t.name_en, t.occasion, t.amount, t.percent, t.valid_days, t.starts_at, t.ends_at)
           is distinct from (excluded.name_ja, excluded.name_en, excluded.occasion, excluded.amount, excluded.percent,
            excluded.valid_days, excluded.starts_at, excluded.ends_at)
    returning 1`
  return rows.length
}

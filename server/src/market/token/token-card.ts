import type { Db } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/** The fields of the contract's TokenCardView, from token `t`, item `i`, series `r` and media `m`. */
export const tokenCardFields = (db: Db) => db`
  'tokenId', t.id::text, 'refId', t.ref_id, 'itemId', i.id,
  'name', json_build_object('ja', i.name_ja, 'en', i.name_en),
  'seriesId', i.series_id,
  'seriesName', json_build_object('ja', r.name_ja, 'en', r.name_en),
  'picture', ${pictureJson(db)},
  'rarity', i.rarity, 'serial', t.serial, 'editionSize', i.edition_size,
  'ownerAddress', coalesce(t.owner_address, ''), 'mintedAt', t.minted_at`

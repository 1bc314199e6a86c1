import type { Db } from '../db/connect.ts'

/** The contract's Picture of the media row joined as `m`. */
export const pictureJson = (db: Db) =>
  db`json_build_object('id', m.id, 'width', m.width, 'height', m.height, 'colour', m.colour, 'sizes', m.sizes)`

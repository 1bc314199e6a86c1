import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type OwnKeys = {
  VAPID_PUBLIC_KEY: string
  VAPID_PRIVATE_KEY: string
  MAIL_LINK_SECRET: string
  CONTENT_LINK_SECRET: string
}

/**
 * The keys that a site without `LIVE` makes for itself at its first start: those of its pushes, and
 * the secrets that sign links in mails and pages of ebooks. A later start reads them from `keys/site.json`.
 */
export function ownKeys(home: string): OwnKeys {
  const file = join(home, 'keys', 'site.json')
  mkdirSync(join(home, 'keys'), { recursive: true, mode: 0o700 })
  try {
    // of two starts at once the first one's keys count
    writeFileSync(file, `${JSON.stringify(newKeys(), null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return JSON.parse(readFileSync(file, 'utf8')) as OwnKeys
}

function newKeys(): OwnKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({
    format: 'jwk',
  })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return {
    VAPID_PUBLIC_KEY: point.toString('base64url'),
    VAPID_PRIVATE_KEY: d,
    MAIL_LINK_SECRET: randomBytes(32).toString('base64url'),
    CONTENT_LINK_SECRET: randomBytes(32).toString('base64url'),
  }
}

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { lineOf, Slug } from '@kura/contract/ids'
import { serviceScopes } from '@kura/contract/identity/service'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { makeSizes, PictureError } from '../../platform/media/make-sizes.ts'
import type { Made } from '../../platform/media/make-sizes.ts'
import { dropPicture } from '../../platform/media/thumbnail.ts'
import { insertMedia } from '../../platform/media/queries.ts'
import * as services from './queries.ts'

/** A file or a client that is refused; the message says what is wrong. Nothing was changed. */
export class ClientRefusedError extends Error {
  readonly code = 'CLIENT_REFUSED'
}

const isLoopback = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host)
/** An address as it is compared: exactly. Only this machine may go without https. */
const Address = z
  .string()
  .max(500)
  .refine((text) => {
    const url = URL.parse(text)
    if (!url || text.includes('#') || url.username !== '' || /[\s*\\]/.test(text)) return false
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  }, 'must be an https address, or http of this machine, without # and user')
const Client = z.strictObject({
  id: Slug,
  name: z.strictObject({ ja: lineOf(60), en: lineOf(60) }),
  picture: z
    .string()
    .max(300)
    .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'must be a path beside the file')
    .optional(),
  homepage: Address,
  redirect: z.array(Address).min(1).max(10),
  scopes: z.array(z.enum(serviceScopes)).min(1),
})
const Clients = z.array(Client).min(1).max(100)
type ClientEntry = z.infer<typeof Client>

/**
 * Reads services from a YAML file: all of it is checked first, then each is added or replaced. A
 * service that the file does not name stays. What members granted of a scope that is gone ends.
 * Fails with a ClientRefusedError.
 */
export async function importClients(
  { sql, mediaDir }: { sql: Sql; mediaDir: string },
  { file, by, isDryRun }: { file: string; by: string; isDryRun: boolean },
): Promise<string[]> {
  const clients = parseClients(await readFile(file, 'utf8'))
  if (isDryRun) return clients.map(({ id }) => `${id} would be imported`)
  const pictures = new Map<string, Made>()
  for (const { id, picture } of clients)
    if (picture) pictures.set(id, await makePicture(mediaDir, join(dirname(file), picture), id))
  await transaction(sql, async (db) => {
    const before = new Map((await services.listClients(db)).map((client) => [client.id, client.picture]))
    if (pictures.size > 0)
      await insertMedia(db, [...new Map([...pictures.values()].map((made) => [made.id, made])).values()])
    for (const { redirect, ...client } of clients) {
      const picture = pictures.get(client.id)?.id ?? null
      await services.upsertClient(db, { ...client, picture, redirectUris: redirect })
      await services.narrowGrants(db, client.id, client.scopes)
      const former = before.get(client.id)
      if (former && former !== picture) await dropPicture(db, former)
      await recordAct(db, { actor: `operator:${by}`, act: 'client.imported', subject: client.id, details: {} })
    }
  })
  return clients.map(({ id }) => `${id} is imported`)
}

/** The services of a file. Fails with a ClientRefusedError that names every fault. */
function parseClients(text: string): ClientEntry[] {
  let given: unknown
  try {
    given = parse(text)
  } catch (error) {
    throw new ClientRefusedError(`it is no YAML: ${(error as Error).message}`)
  }
  const parsed = Clients.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
    throw new ClientRefusedError(faults.join('; '))
  }
  const ids = parsed.data.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new ClientRefusedError(`${twice} is there twice`)
  return parsed.data
}

async function makePicture(mediaDir: string, path: string, id: string): Promise<Made> {
  try {
    return await makeSizes(mediaDir, await readFile(path))
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ENOENT'
    if (!isMissing && !(error instanceof PictureError)) throw error
    throw new ClientRefusedError(`picture of ${id}: ${isMissing ? 'there is no such file' : (error as Error).message}`)
  }
}

/**
 * Removes a service: every connection with it ends. Returns how many members were connected. Fails
 * with a ClientRefusedError.
 */
export async function removeClient(
  { sql }: Pick<Deps, 'sql'>,
  { id, by }: { id: string; by: string },
): Promise<number> {
  return transaction(sql, async (db) => {
    const picture = (await services.listClients(db)).find((client) => client.id === id)?.picture
    const connections = await services.deleteClient(db, id)
    if (connections === undefined) throw new ClientRefusedError(`there is no service "${id}"`)
    if (picture) await dropPicture(db, picture)
    await recordAct(db, { actor: `operator:${by}`, act: 'client.removed', subject: id, details: { connections } })
    return connections
  })
}

import { createECDH } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key of the service account, which owns the standard contracts and pays for the first
 * accounts.
 */
export type ServiceKey = {
  address: string
  privateKey: string
  keyIndex: number
  signatureAlgorithm: 'ECDSA_P256'
  hashAlgorithm: 'SHA3_256'
}

export const serviceAddress = 'f8d6e0586b0a20c7'

const keyOf = (privateKey: string): ServiceKey => ({
  address: serviceAddress,
  privateKey,
  keyIndex: 0,
  signatureAlgorithm: 'ECDSA_P256',
  hashAlgorithm: 'SHA3_256',
})

/** The public half as the network writes it: both coordinates in hex, 128 digits. */
export function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'hex')
  return curve.getPublicKey('hex').slice(2)
}

/**
 * The key given, or the one in the folder's service-key.json, which is made (mode 0600) when
 * missing.
 */
export function ensureServiceKey(folder: string, given?: { privateKey: string }): ServiceKey {
  if (given) return keyOf(given.privateKey.replace(/^0x/, ''))
  const path = join(folder, 'service-key.json')
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as ServiceKey
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const key = keyOf(curve.getPrivateKey('hex').padStart(64, '0'))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = openSync(`${path}.new`, 'w', 0o600)
  writeSync(file, `${JSON.stringify(key, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
  return key
}

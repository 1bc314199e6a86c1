import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { crc32 } from 'node:zlib'
import type { Block } from './block.ts'

/** A block with the register changes it made, as one record of the log. */
export type LogRecord = { block: Block; writes: Uint8Array }

const headerBytes = 12

// length of the block's JSON, length of the register changes, checksum of both; then the two.
function encodeRecord({ block, writes }: LogRecord): Buffer {
  const json = Buffer.from(JSON.stringify(block))
  const record = Buffer.allocUnsafe(headerBytes + json.length + writes.length)
  record.writeUInt32LE(json.length, 0)
  record.writeUInt32LE(writes.length, 4)
  record.set(json, headerBytes)
  record.set(writes, headerBytes + json.length)
  record.writeUInt32LE(crc32(record.subarray(headerBytes), crc32(record.subarray(0, 8))), 8)
  return record
}

/**
 * The whole records at the front of `data`, and where they end: what follows was cut off while
 * being written.
 */
export function decodeRecords(data: Buffer): { records: LogRecord[]; end: number } {
  const records: LogRecord[] = []
  let at = 0
  while (at + headerBytes <= data.length) {
    const jsonEnd = at + headerBytes + data.readUInt32LE(at)
    const end = jsonEnd + data.readUInt32LE(at + 4)
    if (end > data.length) break
    const sum = crc32(data.subarray(at + headerBytes, end), crc32(data.subarray(at, at + 8)))
    if (sum !== data.readUInt32LE(at + 8)) break
    const block = JSON.parse(data.toString('utf8', at + headerBytes, jsonEnd)) as Block
    records.push({ block, writes: data.subarray(jsonEnd, end) })
    at = end
  }
  return { records, end: at }
}

/** Writes all of `data`: the operating system may take only a part at a time. */
export function writeAll(file: number, data: Uint8Array) {
  for (let written = 0; written < data.length;) written += writeSync(file, data, written)
}

/**
 * An open log. `append` returns when the records are on the disk; if it throws, the log must not be
 * used any more.
 */
export type BlockLog = { append(records: LogRecord[]): void; close(): void; bytes(): number }

/** Opens the log, cuts a torn tail off, and gives the records it holds. */
export function openBlockLog(path: string): { log: BlockLog; records: LogRecord[]; torn: number } {
  const file = openSync(path, 'a+', 0o600)
  const data = readFileSync(path)
  const { records, end } = decodeRecords(data)
  const torn = data.length - end
  if (torn > 0) {
    // The cut bytes are kept, in case they were more than an unfinished write.
    writeFileSync(`${path}.cut`, data.subarray(end), { mode: 0o600 })
    ftruncateSync(file, end)
    fsyncSync(file)
  }
  let size = end
  const log: BlockLog = {
    append(added) {
      const bytes = Buffer.concat(added.map(encodeRecord))
      writeAll(file, bytes)
      fdatasyncSync(file)
      size += bytes.length
    },
    close: () => closeSync(file),
    bytes: () => size,
  }
  return { log, records, torn }
}

/** The records as bytes of a log, for writing a new one whole. */
export const encodeRecords = (records: LogRecord[]) => Buffer.concat(records.map(encodeRecord))

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { decodeRecords, encodeRecords, openBlockLog, writeAll, type BlockLog, type LogRecord } from './block-log.ts'
import type { Block } from './block.ts'

// A chain on disk is one generation of three files: the blocks up to the snapshot without their
// register changes, the registers after the last of them, and the log since. `current` names the
// generation in use; a new generation is complete on disk before `current` moves, so a crash at any
// moment leaves one that is whole.
const names = (generation: number) => ({
  history: `history-${generation}.log`,
  registers: `registers-${generation}.bin`,
  recent: `recent-${generation}.log`,
})

/**
 * Everything read from disk at start. `registers` is the state after `history`; `recent` follows.
 */
export type StoredChain = {
  history: Block[]
  registers: Uint8Array
  recent: LogRecord[]
  /** Bytes cut off the end of the log: a write that a crash interrupted. */
  torn: number
}

/** The chain's files. `append` returns only when the blocks are on the disk. */
export type Store = {
  stored: StoredChain
  append(records: LogRecord[]): void
  /** Bytes of log written since the snapshot; how much a start has to replay. */
  recentBytes(): number
  /** Starts a new generation whose snapshot is `registers` after all of `blocks`. */
  compact(blocks: Block[], registers: Uint8Array): void
  close(): void
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function writeDurably(path: string, data: Uint8Array) {
  const file = openSync(path, 'w', 0o600)
  writeAll(file, data)
  fsyncSync(file)
  closeSync(file)
}

function moveCurrent(folder: string, generation: number) {
  writeDurably(join(folder, 'current.new'), Buffer.from(`${generation}\n`))
  syncFolder(folder)
  renameSync(join(folder, 'current.new'), join(folder, 'current'))
  syncFolder(folder)
}

function readHistory(path: string): Block[] {
  const data = readFileSync(path)
  const { records, end } = decodeRecords(data)
  if (end !== data.length) throw new Error(`${path} is damaged at byte ${end}`)
  return records.map((record) => record.block)
}

function sealSnapshot(registers: Uint8Array): Uint8Array {
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(registers))
  return Buffer.concat([sum, registers])
}

function readSnapshot(path: string): Uint8Array {
  const data = readFileSync(path)
  if (data.length < 4 || crc32(data.subarray(4)) !== data.readUInt32LE(0)) throw new Error(`${path} is damaged`)
  return data.subarray(4)
}

function writeGeneration(folder: string, generation: number, blocks: Block[], registers: Uint8Array) {
  const files = names(generation)
  const nothing = new Uint8Array()
  writeDurably(join(folder, files.history), encodeRecords(blocks.map((block) => ({ block, writes: nothing }))))
  writeDurably(join(folder, files.registers), sealSnapshot(registers))
  writeDurably(join(folder, files.recent), nothing)
  moveCurrent(folder, generation)
  const kept = new Set([...Object.values(files), 'current'])
  for (const name of readdirSync(folder)) {
    if (/^(history|registers|recent)-\d+\./.test(name) && !kept.has(name)) rmSync(join(folder, name))
  }
}

/** Opens the chain in `folder`, making an empty one when there is none. */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(join(folder, 'current'))) writeGeneration(folder, 1, [], new Uint8Array())
  let generation = Number(readFileSync(join(folder, 'current'), 'utf8'))
  const files = names(generation)
  const { log, records, torn } = openBlockLog(join(folder, files.recent))
  let current: BlockLog = log
  return {
    stored: {
      history: readHistory(join(folder, files.history)),
      registers: readSnapshot(join(folder, files.registers)),
      recent: records,
      torn,
    },
    append: (added) => current.append(added),
    recentBytes: () => current.bytes(),
    compact(blocks, registers) {
      current.close()
      generation += 1
      writeGeneration(folder, generation, blocks, registers)
      current = openBlockLog(join(folder, names(generation).recent)).log
    },
    close: () => current.close(),
  }
}

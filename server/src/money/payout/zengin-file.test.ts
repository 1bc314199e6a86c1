import assert from 'node:assert/strict'
import test from 'node:test'
import { readResults, writeTransfers } from './zengin-file.ts'
import type { Payer, Transfer } from './zengin-file.ts'

const payer: Payer = {
  code: '1234567890',
  name: 'ｶ)ｸﾗｼﾖﾃﾝ',
  bank: { bankCode: '0001', bankName: 'ﾐｽﾞﾎ', branchCode: '001', branchName: 'ﾄｳｷﾖｳ' },
  account: { type: 'ordinary', number: '7654321' },
}
const transfers: Transfer[] = [
  {
    number: 1,
    bank: { bankCode: '9900', bankName: 'ﾕｳﾁﾖ', branchCode: '058', branchName: 'ｾﾞﾛｺﾞﾊﾁ' },
    account: { type: 'ordinary', number: '1234567' },
    holder: 'ﾔﾏﾀﾞ ﾊﾅｺ',
    amountYen: 4800,
  },
  {
    number: 2,
    bank: { bankCode: '0005', bankName: 'ﾐﾂﾋﾞｼUFJ', branchCode: '002', branchName: 'ﾏﾙﾉｳﾁ' },
    account: { type: 'current', number: '42' },
    holder: 'ｶﾄｳ ﾀﾛｳ',
    amountYen: 9_999_999,
  },
]
const head = { payer, payOn: '2026-12-01', batch: 7 }

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
const fileOf = async (): Promise<Buffer> => Buffer.concat(await collect(writeTransfers(head, transfers)))
async function* pieces(bytes: Buffer, size = 50): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
/** The file as the bank gives it back. */
async function resultOf(results: string[], lineEnd = '\r\n'): Promise<Buffer> {
  const lines = (await fileOf()).toString('latin1').split('\r\n').slice(0, -1)
  const marked = lines.map((line, at) => {
    const result = results[at - 1]
    return line.startsWith('2') && result !== undefined ? line.slice(0, 113) + result + line.slice(114) : line
  })
  return Buffer.from(marked.join(lineEnd) + lineEnd, 'latin1')
}
const read = (bytes: Buffer, size?: number) => collect(readResults(pieces(bytes, size)))

void test('the file has records of 120 bytes in half-width kana, with sums that hold', async () => {
  const lines = (await fileOf()).toString('latin1').split('\r\n')
  assert.equal(lines.pop(), '')
  assert.deepEqual(
    lines.map((line) => line.length),
    [120, 120, 120, 120, 120],
  )
  assert.match(lines[0] ?? '', /^12101234567890/)
  assert.equal(lines[0]?.slice(54, 62), '12010001')
  // ﾔ is 0xD4 in JIS X 0201
  assert.equal(lines[1]?.charCodeAt(50), 0xd4)
  assert.equal(lines[1]?.slice(80, 90), '0000004800')
  assert.equal(lines[1]?.slice(91, 111), '00000000010000000007')
  assert.equal(lines[2]?.slice(42, 50), '20000042')
  assert.equal(lines[3]?.slice(0, 19), '8000002000010004799')
  assert.equal(lines[4], `9${' '.repeat(119)}`)
})

void test('a transfer that does not fit is refused before its record is written', async () => {
  const [first] = transfers
  assert.ok(first)
  const write = (change: Partial<Transfer>) => collect(writeTransfers(head, [{ ...first, ...change }]))
  await assert.rejects(write({ holder: '山田' }), /has no place/)
  await assert.rejects(write({ amountYen: 10_000_000_000 }), /no number of 10 digits/)
  await assert.rejects(write({ amountYen: -1 }), /no number/)
})

void test('results are read in pieces of any size and with any line end', async () => {
  const expected = [
    { number: 1, batch: 7, bankCode: '9900', branchCode: '058', accountNumber: '1234567', amountYen: 4800 },
    { number: 2, batch: 7, bankCode: '0005', branchCode: '002', accountNumber: '0000042', amountYen: 9_999_999 },
  ]
  for (const lineEnd of ['\r\n', '\n', ''])
    for (const size of [1, 50, 119, 120, 121, 10_000])
      assert.deepEqual(await read(await resultOf(['0', '1'], lineEnd), size), [
        { ...expected[0], result: 'paid' },
        { ...expected[1], result: 'no-account' },
      ])
  assert.equal((await read(Buffer.concat([await resultOf(['0', '0']), Buffer.from([0x1a])]))).length, 2)
})

void test('a file that is cut off, changed or of another kind is refused', async () => {
  const whole = await resultOf(['0', '0'])
  for (const length of [0, 60, 122, 244, 300, 488, 500])
    await assert.rejects(read(whole.subarray(0, length)), { code: 'ZENGIN_FILE' }, `${length} bytes`)
  await assert.rejects(read(await resultOf(['0', 'X'])), /record 3: X is no result/)
  await assert.rejects(read(await resultOf(['0'])), /is no result/)
  const changed = Buffer.from(whole.toString('latin1').replace('0000004800', '0000004801'), 'latin1')
  await assert.rejects(read(changed), /says 2 transfers of 10004799 yen/)
  await assert.rejects(read(Buffer.from('type,amount\r\n'.repeat(20))), { code: 'ZENGIN_FILE' })
  await assert.rejects(read(Buffer.concat([whole, whole])), /does not belong here/)
})

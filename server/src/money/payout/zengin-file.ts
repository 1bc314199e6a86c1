/**
 * The transfer file of Japanese banks (全銀協制定フォーマット, 総合振込): records of 120 bytes in
 * JIS X 0201, which Windows-31J contains. A header, a data record per transfer, a trailer with the
 * sums, an end record. Numbers stand right with zeros before them, text stands left with spaces
 * behind it. Field widths: the format as banks publish it.
 *
 * The bank's result is the same file again with a result in the first byte of each data record's
 * spare field.
 */

/** The account that pays. */
export type Payer = {
  /** What the bank calls us, ten digits. */
  code: string
  /** Bank kana. */
  name: string
  bank: BankBranch
  account: { type: AccountType; number: string }
}
export type BankBranch = { bankCode: string; bankName: string; branchCode: string; branchName: string }
export type AccountType = 'ordinary' | 'current' | 'savings'

export type Transfer = {
  /** The payout's number; the bank returns it. */
  number: number
  bank: BankBranch
  account: { type: AccountType; number: string }
  /** Holder in bank kana. */
  holder: string
  amountYen: number
}
type FileHead = { payer: Payer; payOn: string; batch: number }

/** Results that a bank gives for one transfer. `0` is paid, everything else went back. */
export const transferResults = {
  '0': 'paid',
  '1': 'no-account',
  '2': 'holder-differs',
  '3': 'account-closed',
  '8': 'stopped-by-sender',
  '9': 'other',
} as const
export type TransferResult = (typeof transferResults)[keyof typeof transferResults]

const recordBytes = 120
const typeDigits: Record<AccountType, string> = { ordinary: '1', current: '2', savings: '4' }
const lineEnd = Buffer.from('\r\n')

/** A file is not what it has to be. The message says which record and why. */
export class ZenginFileError extends Error {
  readonly code = 'ZENGIN_FILE'
  readonly refusal: 'RESULT_FORMAT' | 'RESULT_SUMS' | 'RESULT_CUT_OFF'
  constructor(message: string, refusal: ZenginFileError['refusal'] = 'RESULT_FORMAT') {
    super(message)
    this.refusal = refusal
  }
}

/**
 * Yields the file record by record, each with a line end. The same transfers are the same bytes.
 */
export async function* writeTransfers(
  head: FileHead,
  transfers: AsyncIterable<Transfer> | Iterable<Transfer>,
): AsyncGenerator<Buffer> {
  const { payer, payOn } = head
  yield record(
    ['1', '21', '0', digits(payer.code, 10), text(payer.name, 40), digits(payOn.slice(5).replace('-', ''), 4)],
    [branchFields(payer.bank), typeDigits[payer.account.type], digits(payer.account.number, 7), ' '.repeat(17)],
  )
  let [count, totalYen] = [0, 0]
  for await (const transfer of transfers) {
    yield dataRecord(head, transfer)
    count += 1
    totalYen += transfer.amountYen
  }
  yield record(['8', digits(count, 6), digits(totalYen, 12), ' '.repeat(101)])
  yield record(['9', ' '.repeat(119)])
}

const branchFields = ({ bankCode, bankName, branchCode, branchName }: BankBranch): string =>
  digits(bankCode, 4) + text(bankName, 15) + digits(branchCode, 3) + text(branchName, 15)

function dataRecord({ batch }: FileHead, { number, bank, account, holder, amountYen }: Transfer): Buffer {
  return record(
    ['2', branchFields(bank), '0000', typeDigits[account.type], digits(account.number, 7), text(holder, 30)],
    // no new code; our numbers in the two customer codes; by wire; no identification; spare
    [digits(amountYen, 10), '0', digits(number, 10), digits(batch, 10), '7', ' ', ' '.repeat(7)],
  )
}

function digits(value: string | number, width: number): string {
  const plain = String(value)
  if (!/^\d+$/.test(plain) || plain.length > width)
    throw new ZenginFileError(`${plain} is no number of ${width} digits`)
  return plain.padStart(width, '0')
}

/** Names of banks and branches are cut where they are too long, as banks cut them. */
const text = (value: string, width: number): string => value.slice(0, width).padEnd(width)

function record(...parts: string[][]): Buffer {
  const bytes = encode(parts.flat().join(''))
  if (bytes.length !== recordBytes) throw new ZenginFileError(`a record has ${bytes.length} bytes`)
  return Buffer.concat([bytes, lineEnd])
}

function encode(plain: string): Buffer {
  return Buffer.from(
    Array.from(plain, (each) => {
      const code = each.codePointAt(0) ?? 0
      if (code >= 0x20 && code < 0x7f) return code
      // half-width kana are one byte each
      if (code >= 0xff61 && code <= 0xff9f) return code - 0xff61 + 0xa1
      throw new ZenginFileError(`${each} has no place in a transfer file`)
    }),
  )
}

const decode = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => String.fromCodePoint(byte >= 0xa1 && byte <= 0xdf ? byte - 0xa1 + 0xff61 : byte)).join('')

export type ResultRecord = {
  number: number
  batch: number
  bankCode: string
  branchCode: string
  accountNumber: string
  amountYen: number
  result: TransferResult
}

/**
 * Yields the results of a bank's file. Line ends may be CRLF, LF or none, with or without an end of
 * file mark. Fails with ZenginFileError at the first record that is wrong, and at the end when the
 * sums of the trailer do not hold or the file is cut off; so nothing of a file counts before its
 * last record was read.
 */
export async function* readResults(chunks: AsyncIterable<Buffer>): AsyncGenerator<ResultRecord> {
  let expected: 'header' | 'data' | 'end' | 'nothing' = 'header'
  let [count, totalYen, at] = [0, 0, 0]
  for await (const bytes of records(chunks)) {
    at += 1
    const line = decode(bytes)
    const fail = (why: string, refusal?: ZenginFileError['refusal']): never => {
      throw new ZenginFileError(`record ${at}: ${why}`, refusal)
    }
    const kind = line[0]
    if (expected === 'header') {
      if (!line.startsWith('121')) fail('it is no header of a file of transfers')
      expected = 'data'
    } else if (expected === 'data' && kind === '2') {
      const found = readData(line, fail)
      count += 1
      totalYen += found.amountYen
      yield found
    } else if (expected === 'data' && kind === '8') {
      const [saidCount, saidYen] = [number(line.slice(1, 7), fail), number(line.slice(7, 19), fail)]
      if (saidCount !== count || saidYen !== totalYen)
        fail(
          `it says ${saidCount} transfers of ${saidYen} yen, the file has ${count} of ${totalYen} yen`,
          'RESULT_SUMS',
        )
      expected = 'end'
    } else if (expected === 'end' && kind === '9') expected = 'nothing'
    else fail(`a record ${kind} does not belong here`)
  }
  if (expected !== 'nothing')
    throw new ZenginFileError('the file is cut off: its last record is missing', 'RESULT_CUT_OFF')
}

function readData(line: string, fail: (why: string) => never): ResultRecord {
  const result = transferResults[line[113] as keyof typeof transferResults]
  if (result === undefined) fail(`${line[113]} is no result of a transfer`)
  return {
    bankCode: line.slice(1, 5),
    branchCode: line.slice(20, 23),
    accountNumber: line.slice(43, 50),
    amountYen: number(line.slice(80, 90), fail),
    number: number(line.slice(91, 101), fail),
    batch: number(line.slice(101, 111), fail),
    result,
  }
}

function number(field: string, fail: (why: string) => never): number {
  if (!/^\d+$/.test(field)) fail(`${field} is no number`)
  return Number(field)
}

/** Records of 120 bytes from pieces of any size; memory holds one piece. */
async function* records(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (;;) {
      // line ends and the end of file mark stand between records only
      while (at < rest.length && [0x0d, 0x0a, 0x1a].includes(rest[at] ?? 0)) at += 1
      if (rest.length - at < recordBytes) break
      const bytes = rest.subarray(at, at + recordBytes)
      if (bytes.includes(0x0a)) throw new ZenginFileError('a record is shorter than 120 bytes')
      yield bytes
      at += recordBytes
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0)
    throw new ZenginFileError(`the file is cut off: its last record has ${rest.length} bytes`, 'RESULT_CUT_OFF')
}

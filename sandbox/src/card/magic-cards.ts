/** What a card or an amount makes the gateway do; without a code it simply works. */
export type Outcome = {
  /**
   * The call that fails: at once in ExecTran, in the 3-D Secure step, or when the money is asked
   * for.
   */
  at: 'exec' | 'secure' | 'pay'
  errInfo: string
  /** The money is taken although the answer is an error. */
  charged?: boolean
}
export type MagicCard = { number: string; note: string; frictionless?: boolean; outcome?: Outcome }

const failing = (
  number: string,
  at: Outcome['at'],
  errInfo: string,
  note: string,
  frictionless = false,
): MagicCard => ({
  number,
  note,
  frictionless,
  outcome: { at, errInfo },
})

/**
 * Play numbers of this sandbox only: the vendor's test table is its own. Every other valid number
 * acts like the first.
 */
export const magicCards: readonly MagicCard[] = [
  { number: '4111111111111111', note: '認証画面のあと成功' },
  { number: '3530111333300000', note: '認証画面のあと成功（JCB）' },
  { number: '5555555555554444', note: '認証画面なしで成功', frictionless: true },
  failing('4999000000000203', 'pay', '42G120000', '使えないカード'),
  failing('4999000000000179', 'pay', '42G020000', '残高不足'),
  failing('4999000000000187', 'pay', '42G030000', '限度額超過'),
  failing('4999000000000195', 'pay', '42G050000', '1 日の限度額超過'),
  failing('4999000000000229', 'pay', '42G550000', '1 か月の限度額超過'),
  failing('4999000000000211', 'pay', '42G440000', 'セキュリティコード誤り'),
  failing('4999000000000237', 'pay', '42G650000', 'カード番号誤り'),
  failing('4999000000000245', 'pay', '42G830000', '有効期限誤り'),
  failing('4999000000000161', 'pay', '42C030000', 'カード会社との通信に失敗'),
  failing('4999000000000013', 'secure', 'E21010001', '3-D セキュア失敗', true),
  failing('4999000000000047', 'secure', 'E21010999', '3-D セキュアの不明な失敗', true),
  failing('4999000000000054', 'secure', 'E21020001', '3-D セキュアで本人と認められない', true),
  failing('4999000000000062', 'secure', 'E21020002', '3-D セキュアの取り消し', true),
  failing('4999000000000021', 'exec', 'E21010201', '3-D セキュア未対応のカード'),
  failing('4999000000000039', 'exec', 'E21010202', '3-D セキュア未対応のカード会社'),
  failing('4999000000000070', 'exec', 'E41170002', '取り扱いのないカード'),
  failing('4999000000000088', 'exec', 'E41170099', '検査数字の誤り'),
  failing('4999000000000096', 'pay', 'E61010002', '混雑または停止'),
  failing('4999000000000104', 'pay', 'E61020001', '店舗の取り扱い停止'),
  failing('4999000000000112', 'pay', 'E82010001', '処理中の失敗'),
  failing('4999000000000120', 'pay', 'E90010001', '処理中'),
  failing('4999000000000153', 'pay', 'E92000001', '要求が多すぎる'),
  failing('4999000000000146', 'pay', 'E91019999', '結果不明（実際には未決済）'),
  {
    number: '4999000000000138',
    note: '結果不明（実際には決済済み）',
    outcome: { at: 'pay', errInfo: 'E91019999', charged: true },
  },
]

/** Amounts that fail with any card, far above what a shop asks for. */
export const magicAmounts: Readonly<Record<number, Outcome>> = {
  9_900_001: { at: 'pay', errInfo: '42G120000' },
  9_900_002: { at: 'pay', errInfo: '42G020000' },
  9_900_003: { at: 'pay', errInfo: '42G030000' },
  9_900_004: { at: 'exec', errInfo: 'E61010002' },
  9_900_005: { at: 'pay', errInfo: 'E91019999' },
  9_900_006: { at: 'pay', errInfo: 'E91019999', charged: true },
}

/** What a storm does to an order it declines. */
export const stormDecline: Outcome = { at: 'pay', errInfo: '42G120000' }

const byNumber = new Map(magicCards.map((card) => [card.number, card]))
const ordinary: MagicCard = { number: '', note: '' }

/** How a card number acts; the empty one acts like any ordinary card. */
export const actOf = (number: string): MagicCard => byNumber.get(number) ?? ordinary
/** The number itself where it is one of the table, else empty: numbers of people are never kept. */
export const playNumberOf = (number: string): string => (byNumber.has(number) ? number : '')

/** True when the last digit is the right check digit. */
export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const weighed = index % 2 === 1 ? digit * 2 : digit
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}

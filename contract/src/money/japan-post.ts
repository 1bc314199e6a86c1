/** Japan Post Bank, whose accounts are known by a symbol (記号) and a number (番号). */
export const japanPostBank = '9900'

export type JapanPostAccount = { branchCode: string; accountType: 'ordinary' | 'current'; accountNumber: string }
export type JapanPostFault = 'symbol' | 'number'

/**
 * Branch, type and account number for a transfer from another bank, or which of the two is wrong.
 * A savings symbol is 1, two digits of the branch, a check digit and 0; its number ends in 1, which
 * the account number leaves out. A giro symbol begins with 0 and its number is the account number.
 * The check digit covers symbol and number, so `number` also stands for a pair that does not fit. The
 * number between the two, which counts reissued passbooks, is not asked for.
 * Source: the bank's public page on receiving transfers (記号番号から振込用の店名・預金種目・口座番号), whose
 * form applies the same check.
 */
export function readJapanPost(symbol: string, number: string): JapanPostAccount | { fault: JapanPostFault } {
  const [sign, digits] = [symbol, number].map((text) => text.normalize('NFKC').replace(/[\s-]/g, ''))
  if (!sign || !/^[01]\d{3}0$/.test(sign)) return { fault: 'symbol' }
  const branch = sign.slice(1, 3)
  if (sign.startsWith('0')) {
    if (!digits || !/^\d{1,7}$/.test(digits) || /^0+$/.test(digits)) return { fault: 'number' }
    if (!doFit(sign, digits)) return { fault: 'number' }
    return { branchCode: `${branch}9`, accountType: 'current', accountNumber: digits.padStart(7, '0') }
  }
  if (!digits || !/^\d{2,8}$/.test(digits) || !digits.endsWith('1')) return { fault: 'number' }
  if (!doFit(sign, digits)) return { fault: 'number' }
  return { branchCode: `${branch}8`, accountType: 'ordinary', accountNumber: digits.slice(0, -1).padStart(7, '0') }
}

/**
 * Whether the fourth digit of the symbol is the check digit of both: digits weigh 1, 3 and 2 in turn,
 * and the doubled ones lose 9 from 10 on.
 */
function doFit(symbol: string, number: string): boolean {
  const digits = [...`${symbol.slice(0, 3)}00${number.padStart(8, '0')}`].map(Number)
  const sum = digits.reduce((total, digit, at) => {
    const weighed = digit * ([1, 3, 2][at % 3] ?? 1)
    return total + (at % 3 === 2 && digit > 4 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === Number(symbol[3])
}

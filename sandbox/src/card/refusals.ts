/** The gateway says no: one or more ErrInfo codes, sent as paired lists with HTTP 200. */
export class CardRefusal extends Error {
  readonly errInfos: readonly string[]
  constructor(...errInfos: string[]) {
    super(errInfos.join('|'))
    this.errInfos = errInfos
  }
}

/**
 * The group code that travels beside an ErrInfo: `G12` for 42G120000, else its first three
 * characters.
 */
export const errCodeOf = (errInfo: string) => (errInfo.startsWith('42') ? errInfo.slice(2, 5) : errInfo.slice(0, 3))

/** The answer fields of a refusal, lists paired by position. */
export const refusalFields = (errInfos: readonly string[]) => ({
  ErrCode: errInfos.map(errCodeOf).join('|'),
  ErrInfo: errInfos.join('|'),
})

/** What each code means here, in our words, for the help page. */
export const refusalTexts: Record<string, string> = {
  E01010001: 'ShopID がない',
  E01020001: 'ShopPass がない',
  E01030002: 'ShopID と ShopPass が合わない',
  E01040001: 'OrderID がない',
  E01040003: 'OrderID が 27 文字を超える',
  E01040010: 'OrderID はすでに使われている',
  E01040013: 'OrderID に使えない文字がある',
  E01050001: 'JobCd がない',
  E01050002: 'JobCd が決められた値ではない',
  E01060001: 'Amount がない',
  E01060005: 'Amount が 7 桁を超える',
  E01060006: 'Amount が数字ではない',
  E01060010: 'Amount が取引の金額と合わない',
  E01070005: 'Tax が 7 桁を超える',
  E01070006: 'Tax が数字ではない',
  E01090001: 'AccessID がない',
  E01100001: 'AccessPass がない',
  E01110002: '取引が見つからない',
  E01110010: '取引の決済が終わっていない',
  E01130012: 'カード会社へつながらない',
  E01170011: 'カード番号の桁数が正しくない',
  E01190001: 'SiteID がない',
  E01200001: 'SitePass がない',
  E01210002: 'SiteID と SitePass が合わない',
  E01220001: 'MemberID がない',
  E01220005: 'MemberID が 60 文字を超える',
  E01220008: 'MemberID に使えない文字がある',
  E01230006: 'CardSeq が数字ではない',
  E01230009: '登録できる枚数を超える',
  E01240002: 'カードが見つからない',
  E01260001: 'Method がない',
  E01260002: 'Method が決められた値ではない',
  E01390002: '会員が見つからない',
  E01390010: '会員はすでにいる',
  E01430012: '会員名が長すぎる',
  E01460008: 'セキュリティコードの形が正しくない',
  E01470008: 'SeqMode が 0 か 1 ではない',
  E01480008: '名義人の形が正しくない',
  E01490005: '合計金額が上限を超える',
  E01530001: 'RetUrl がない',
  E01630010: '取引の会員とは違う会員',
  E11010001: 'すでに決済が終わっている',
  E11010002: '決済が終わっていない',
  E11010003: 'この状態からは変えられない',
  E21010001: '3-D セキュア認証に失敗した',
  E21010007: '3-D セキュア認証が終わっていない',
  E21010999: '3-D セキュアで不明な失敗',
  E21010201: 'カードが 3-D セキュアに対応していない',
  E21010202: 'カード会社が 3-D セキュアに対応していない',
  E21020001: '3-D セキュアで本人と認められなかった',
  E21020002: '3-D セキュアが取り消された',
  E41170002: '取り扱いのないカード',
  E41170099: 'カード番号の検査数字が合わない',
  E61010002: '混み合っているか、止まっている',
  E61020001: '店舗の取り扱いが止まっている',
  E82010001: '処理中に失敗した',
  E90010001: '同じ取引を処理している',
  E91019999: '結果が分からない（SearchTrade で確かめる）',
  E92000001: '要求が多すぎる',
  EX1000301: 'トークンがない',
  EX1000302: 'トークンは使用済み',
  EX1000303: 'トークンの期限切れ',
  '42C030000': 'カード会社との通信に失敗した',
  '42G020000': '残高不足',
  '42G030000': '限度額超過',
  '42G050000': '1 日の限度額超過',
  '42G120000': '使えないカード',
  '42G440000': 'セキュリティコード誤り',
  '42G550000': '1 か月の限度額超過',
  '42G650000': 'カード番号誤り',
  '42G830000': '有効期限誤り',
}

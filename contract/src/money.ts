// toLocaleString would look the format up each time
const grouped = new Intl.NumberFormat('ja-JP')

/** Integer yen as people read it: ¥1,234. */
export const formatYen = (yen: number): string => `¥${grouped.format(yen)}`

// Made once: toLocaleString would look up the format on every call.
const grouped = new Intl.NumberFormat('ja-JP')

/** Integer yen as people read it: ¥1,234. */
export const formatYen = (yen: number): string => `¥${grouped.format(yen)}`

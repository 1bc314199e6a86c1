/** Integer yen as people read it: ¥1,234. */
export const formatYen = (yen: number): string => `¥${yen.toLocaleString('ja-JP')}`

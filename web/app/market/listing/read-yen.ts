const yenMost = 9_999_999

/** A price as it was typed into an address or a field, also in full-width digits and with separators; null where it is none. */
export function readYen(text: string | null): number | null {
  const digits = (text ?? '').normalize('NFKC').replace(/[\s,¥円]/g, '')
  if (!/^\d{1,7}$/.test(digits)) return null
  return Math.min(Number(digits), yenMost)
}

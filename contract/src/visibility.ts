/**
 * A banner is shown strictly between its two dates, or always when it has neither; one date alone
 * hides it.
 */
export function isBannerVisible(
  banner: { startDate?: string | undefined; endDate?: string | undefined },
  nowMs: number,
): boolean {
  if (banner.startDate === undefined && banner.endDate === undefined) return true
  if (banner.startDate === undefined || banner.endDate === undefined) return false
  return Date.parse(banner.startDate) < nowMs && nowMs < Date.parse(banner.endDate)
}

/** A banner is shown strictly between its two dates, or always when it has neither; with only one date it is hidden. */
export function isBannerVisible(
  banner: { startDate?: string | undefined; endDate?: string | undefined },
  nowMs: number,
): boolean {
  if (banner.startDate === undefined && banner.endDate === undefined) return true
  if (banner.startDate === undefined || banner.endDate === undefined) return false
  return Date.parse(banner.startDate) < nowMs && nowMs < Date.parse(banner.endDate)
}

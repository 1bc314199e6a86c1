import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Whether what was loaded for a page is to be loaded anew: not for another step of it, which its query alone names. The address and the
 * screen would differ for as long as the answer takes. A page with it is never loaded anew in place: what changes there is asked for live.
 */
export const isAnotherPage = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname

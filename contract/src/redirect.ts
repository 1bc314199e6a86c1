/**
 * The path to go to after signing in: `value` when it certainly stays on this site, else `/`.
 * Browsers read `//host`, `/\host` and `/<tab>/host` as another site, even after dots are resolved.
 */
export function safeRedirect(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2048) return '/'
  if (!/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(value)) return '/'
  let url: URL
  try {
    url = new URL(value, 'https://base.invalid')
  } catch {
    return '/'
  }
  if (url.origin !== 'https://base.invalid' || url.username !== '' || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

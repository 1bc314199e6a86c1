/** Where services begin, redeem and revoke. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
} as const

/** The cookie that names the request of a browser; only the calls of the consent page receive it. */
export const cookieName = 'kura_connect'
export const cookiePath = '/api/service_connect'

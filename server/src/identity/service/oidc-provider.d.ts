/** What we use of the package, which has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Payload = Record<string, unknown> & { grantId?: string; jti?: string }
  export type Adapter = {
    upsert: (id: string, payload: Payload, expiresIn: number) => Promise<void>
    find: (id: string) => Promise<Payload | undefined>
    findByUid: (uid: string) => Promise<undefined>
    findByUserCode: (code: string) => Promise<undefined>
    consume: (id: string) => Promise<void>
    destroy: (id: string) => Promise<void>
    revokeByGrantId: (grantId: string) => Promise<void>
  }
  /** The request as the library knows it. */
  export type Context = {
    status: number
    body: unknown
    redirect: (url: string) => void
    oidc: {
      route: string
      requestParamOIDCScopes: Set<string>
      result?: { consent?: { grantId?: string } }
      account?: { accountId: string }
      grant?: { jti?: string }
      session?: { destroyed?: boolean }
    }
  }

  type OAuthError = new (description?: string) => Error
  export const errors: { AccessDenied: OAuthError; InvalidScope: OAuthError; InvalidGrant: OAuthError }
  export const interactionPolicy: {
    Prompt: new (about: { name: string; requestable: boolean }, ...checks: unknown[]) => unknown
    Check: new (
      reason: string,
      description: string,
      error: string,
      check: (context: Context) => boolean | Promise<boolean>,
    ) => unknown
  }
  export type Provider = {
    proxy: boolean
    callback: () => (request: IncomingMessage, response: ServerResponse) => Promise<void>
    on: (event: string, handle: (...facts: never[]) => void) => Provider
  }
  export const Provider: new (issuer: string, setup: Record<string, unknown>) => Provider
}

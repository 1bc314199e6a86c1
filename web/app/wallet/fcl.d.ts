/** The part of FCL that we use; its package brings no types that can be resolved. */
declare module '@onflow/fcl' {
  export type CurrentUser = {
    loggedIn?: boolean | null
    addr?: string | null
    services?: { type: string; data?: unknown }[] | null
  }
  export function config(settings: Record<string, unknown>): unknown
  export function authenticate(): Promise<CurrentUser>
  export function unauthenticate(): Promise<void>
  export const currentUser: { snapshot: () => Promise<CurrentUser>; unauthenticate: () => Promise<void> }
  /** Answers the transaction's id. */
  export function mutate(transaction: { cadence: string; limit: number }): Promise<string>
  export function tx(id: string): { onceSealed: () => Promise<unknown> }
}

/** The part of FCL that we use; its package brings no types that can be resolved. */
declare module '@onflow/fcl' {
  export type CurrentUser = {
    loggedIn?: boolean | null
    addr?: string | null
    services?: { type: string; data?: unknown }[] | null
  }
  /** Types of Cadence, as arguments of a transaction name them. */
  export type CadenceType = { label: string }
  export type CadenceTypes = Record<'Address' | 'Int' | 'String' | 'UInt32' | 'UInt64', CadenceType> & {
    Array: (of: CadenceType) => CadenceType
  }
  /** Numbers are given in decimal. */
  export type MakeArgument = (value: string | readonly string[], type: CadenceType) => unknown
  export type MakeArguments = (arg: MakeArgument, t: CadenceTypes) => unknown[]
  export type Transaction = { cadence: string; limit: number; args?: MakeArguments }
  export function config(settings: Record<string, unknown>): unknown
  export function config(): { put: (key: string, value: unknown) => unknown; delete: (key: string) => unknown }
  /** Returns the user who is signed in afterwards; undefined when the person left or refused. */
  export function authenticate(): Promise<CurrentUser | undefined>
  export function unauthenticate(): Promise<void>
  export const currentUser: { snapshot: () => Promise<CurrentUser>; unauthenticate: () => Promise<void> }
  /** Returns the transaction's id. */
  export function mutate(transaction: Transaction): Promise<string>
  /** Resolves when it is sealed or has expired unsealed (5). Rejects when it failed. */
  export function tx(id: string): { onceSealed: () => Promise<{ status?: number } | undefined> }
}

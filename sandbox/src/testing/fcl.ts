type Signature = { addr: string; keyId: number; signature: string }
type Proof = { address: string; nonce: string; signatures: Signature[] }
export type FclUser = { addr: string; loggedIn: boolean | null; services: { type: string; data: Proof }[] }

/** The part of FCL that the tests use; the package brings no types that this compiler finds. */
export type Fcl = {
  config(values: Record<string, unknown>): void
  authenticate(options: { service: unknown }): Promise<FclUser>
  unauthenticate(): void
  mutate(options: {
    cadence: string
    args?: (
      arg: (value: unknown, type: unknown) => unknown,
      t: { String: unknown; Array(of: unknown): unknown },
    ) => unknown[]
    limit?: number
  }): Promise<string>
  currentUser: { signUserMessage(hex: string): Promise<Signature[]> }
  AppUtils: {
    verifyAccountProof(
      appIdentifier: string,
      proof: Proof | undefined,
      options: { fclCryptoContract: string },
    ): Promise<boolean>
    verifyUserSignatures(hex: string, signatures: Signature[], options: { fclCryptoContract: string }): Promise<boolean>
  }
}

/** Loads the real FCL as it is published. */
export const loadFcl = async (): Promise<Fcl> => (await import('@onflow/fcl' as string)) as Fcl

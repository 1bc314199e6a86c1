/** Raise this when the wallet configuration changes in a way old sign-ins must not survive. */
export const configVersion = 1
export const configVersionKey = 'fcl-config-version'

type World = {
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  signOut: () => Promise<void>
  current?: number
}

/** Signs out of the wallet when it was last used under an older configuration, and notes the present one. */
export async function leaveOldConfig({ storage, signOut, current = configVersion }: World): Promise<void> {
  if (Number(storage?.getItem(configVersionKey) ?? '0') >= current) return
  await signOut()
  storage?.setItem(configVersionKey, String(current))
}

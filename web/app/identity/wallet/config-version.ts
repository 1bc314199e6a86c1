/** Raise this when the wallet configuration changes in a way old sign-ins must not survive. */
export const configVersion = 1
export const configVersionKey = 'fcl-config-version'

type World = {
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  signOut: () => Promise<void>
  current?: number
}

/**
 * Signs out of the wallet when it was last used under an older configuration, and notes the present one. A browser that forbids
 * storage, or has no room, notes nothing: then it signs out every time.
 */
export async function leaveOldConfig({ storage, signOut, current = configVersion }: World): Promise<void> {
  if (readVersion(storage) >= current) return
  await signOut()
  try {
    storage?.setItem(configVersionKey, String(current))
  } catch {
    // the next page signs out once more, which does no harm
  }
}

/** The version noted; 0 for none, and for one that cannot be read. */
function readVersion(storage: World['storage']): number {
  try {
    return Number(storage?.getItem(configVersionKey) ?? '0') || 0
  } catch {
    return 0
  }
}

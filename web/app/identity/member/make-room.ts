type World = {
  isSignedIn: () => boolean
  /** Asks whether whoever is signed in may be signed out. */
  confirm: () => Promise<boolean>
  signOut: () => Promise<void>
}

/**
 * Before a mailed link or code signs somebody in: whoever is signed in is asked, then signed out. True when nobody is signed in
 * at the end; false when they want to stay.
 */
export async function makeRoom({ isSignedIn, confirm, signOut }: World): Promise<boolean> {
  if (!isSignedIn()) return true
  if (!(await confirm())) return false
  await signOut()
  return true
}

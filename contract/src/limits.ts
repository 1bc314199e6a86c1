/** Limits of Kura, each with its reason. Durations in the unit of their name; money in yen. */
export const limits = {
  /** One page of a list: a screen and a half of cards. */
  pageSize: 24,
  pageSizeMost: 100,
  /** A reservation outlives a careful 3-D Secure challenge; each payment step renews it. */
  orderLeaseMinutes: 10,
  /** However often it is renewed, an unpaid order ends after this. */
  orderLeaseMostMinutes: 30,
  /** Long enough to switch to the mail app, short enough against guessing (with five tries and 20 bits). */
  codeMinutes: 10,
  codeTries: 5,
  linkMinutes: 60,
  nonceMinutes: 5,
  sessionIdleDays: 7,
  sessionAbsoluteDays: 30,
  sessionGraceSeconds: 60,
  passwordLeast: 8,
  passwordMost: 128,
  displayNameMost: 40,
  descriptionMost: 1000,
  thumbnailBytes: 5_000_000,
  bodyBytes: 65_536,
  /** Concurrent password hashes of one process, and how many may wait. */
  hashesAtOnce: 4,
  hashesWaiting: 64,
  botTokenMinutes: 2,
  botScoreLeast: 0.5,
  /** A mint that is not sealed by then is looked at; one that can never seal is refunded. */
  mintStuckMinutes: 15,
  chainComputeLimit: 5000,
} as const

/** The terms and the privacy policy in force; a new version asks every member again. */
export const termsVersion = '2026-11-01'

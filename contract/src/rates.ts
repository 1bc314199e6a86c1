/**
 * Rate limits: a bucket of `burst` that refills `perMinute`. Nothing is ever locked; an empty
 * bucket only means a wait. A source is an IPv4 address or an IPv6 /64.
 */
export const rates = {
  /** Calls with a bot check. An office or a mobile carrier hides many members behind one address. */
  botCheckPerSource: { burst: 240, perMinute: 120 },
  /** The same while the bot check cannot be verified: enough for a few people, useless for a list of passwords. */
  unverifiedPerSource: { burst: 10, perMinute: 6 },
  /** Passwords tried for one account from one source: more than anyone mistypes. */
  signInPerAccountAndSource: { burst: 10, perMinute: 10 },
  /**
   * Passwords tried for one account from anywhere; when empty, the visible bot check is required,
   * so the owner still gets in.
   */
  signInPerAccount: { burst: 30, perMinute: 10 },
  /** Mails to one address for one purpose, requested from one source: more than anyone waits for. */
  mailPerAddressAndSource: { burst: 6, perMinute: 0.2 },
  /**
   * The same from anywhere, far above what a person needs. When either is empty, the visible bot
   * check is required, so the owner still gets mail; each purpose has its own bucket.
   */
  mailPerAddress: { burst: 15, perMinute: 0.05 },
  /** Mails behind the visible check: one in `mailAgainMinutes`, which also serves any request in between. */
  checkedMailPerAddress: { burst: 1, perMinute: 0.2 },
  /** Mails requested from one source, to any address. */
  mailPerSource: { burst: 60, perMinute: 6 },
  /** The deprecated sign-up has no bot check; its mails must not use up those of the current one. */
  oldSignUpPerSource: { burst: 5, perMinute: 0.5 },
  oldSignUpPerAddress: { burst: 2, perMinute: 0.02 },
  /** Links and wallet proofs tried without a bot check: nobody guesses 256 bits, so this only limits the load. */
  tokenSignInPerSource: { burst: 60, perMinute: 30 },
  /** Passwords and codes tried in a session: somebody may have found the device unlocked. */
  proofPerMember: { burst: 10, perMinute: 2 },
  /** The response reveals whether an address has an account, so calls are few. */
  emailChangePerMember: { burst: 5, perMinute: 0.1 },
  /** Each is reviewed by a person. */
  recoveryPerMember: { burst: 3, perMinute: 0.01 },
  /** A client refreshes once a day, several tabs at once. */
  refreshPerSource: { burst: 240, perMinute: 120 },
  refreshPerFamily: { burst: 20, perMinute: 6 },
  /** Each may query the chain. */
  walletPerMember: { burst: 30, perMinute: 10 },
  /** Reservations of one pack from one source: a household or a small office, not a farm. */
  reservePerSourceAndPack: { burst: 12, perMinute: 4 },
  reservePerMember: { burst: 20, perMinute: 10 },
  /** Purchases of listed tokens from one source: each queries the chain. */
  buyTokenPerSource: { burst: 60, perMinute: 30 },
  /** Guessing passcodes is hopeless, and noisy. */
  passcodePerMember: { burst: 10, perMinute: 2 },
  passcodePerSource: { burst: 60, perMinute: 12 },
  airdropPerMember: { burst: 20, perMinute: 10 },
  queuePerMember: { burst: 60, perMinute: 60 },
  reportPerMember: { burst: 60, perMinute: 30 },
  /** Each queries the chain and signs. */
  listPerMember: { burst: 60, perMinute: 20 },
  /** Each queries the chain. */
  transferPerMember: { burst: 60, perMinute: 20 },
  /**
   * Gifts by mail per giver: a birthday list, not a campaign. Each also needs a token and a
   * transaction of the giver's.
   */
  mailGiftPerMember: { burst: 20, perMinute: 0.02 },
  /** Gift links mailed again to one address. */
  giftAgainPerAddress: { burst: 6, perMinute: 0.2 },
  /** Gift links tried: nobody guesses 256 bits, so this only limits the load. */
  claimPerSource: { burst: 60, perMinute: 30 },
  /** Requests for payouts and cancellations of one member. */
  payoutPerMember: { burst: 20, perMinute: 2 },
  /** Searches of banks and branches while somebody types. */
  bankPerSource: { burst: 240, perMinute: 240 },
  /** Exports of own data: one for a broken download, one for a changed mind. */
  exportPerMember: { burst: 3, perMinute: 0.005 },
  receiptPerMember: { burst: 20, perMinute: 10 },
  enquiryPerSource: { burst: 10, perMinute: 0.5 },
  /** Confirmations to one mailbox, whose owner nobody has verified; the enquiry itself is always kept. */
  enquiryMailPerAddress: { burst: 3, perMinute: 0.01 },
  paidyNoticePerSource: { burst: 1200, perMinute: 600 },
  /** Payments that notices name for one order before its buyer reports them: no buyer pays this often. */
  paidyNoticePerOrder: { burst: 5, perMinute: 0.1 },
  /** Unknown payments that one source may leave for the comparison. */
  strayNoticePerSource: { burst: 20, perMinute: 0.2 },
  /** The gateway sends the orders of all its shops from a few addresses; a refused notice is sent again. */
  cardNoticePerSource: { burst: 1200, perMinute: 600 },
  /**
   * Pages rendered for one source, counted per process; cached pages are not counted. An office, a
   * carrier or a search engine stays below it; the whole bucket is a tenth of what a core renders.
   */
  coldPagePerSource: { burst: 120, perMinute: 600 },
  /** Each may re-encode a picture. */
  profilePerMember: { burst: 30, perMinute: 10 },
  /** Follows of one member: a burst for a first evening, then about 300 a day. */
  followPerMember: { burst: 100, perMinute: 0.2 },
  /** Pictures of profiles drawn for one source; drawn ones are not counted. */
  profilePicturePerSource: { burst: 60, perMinute: 30 },
  /** Pages marked for one member, and places kept. */
  contentPagePerMember: { burst: 240, perMinute: 120 },
  contentPerMember: { burst: 120, perMinute: 120 },
  /** Hearts pressed by one member. */
  favoritePerMember: { burst: 120, perMinute: 60 },
  /** Searches of members while somebody types. */
  searchUsersPerSource: { burst: 120, perMinute: 120 },
  profilePerSource: { burst: 240, perMinute: 60 },
  /** Each may lead to calls of another host. */
  pushPerMember: { burst: 10, perMinute: 1 },
  /** Members sent here by services, from one source: an office, a school. */
  serviceRequestPerSource: { burst: 120, perMinute: 60 },
  /** A service's server calls for all its members from one address. Nobody guesses 256 bits; this limits the load. */
  serviceTokenPerSource: { burst: 1200, perMinute: 1200 },
  /** Reads of one member's data by one service. */
  serviceReadPerGrant: { burst: 120, perMinute: 60 },
  /** Consents given and withdrawn by one member. */
  servicePerMember: { burst: 30, perMinute: 10 },
  /** Unsubscribe links posted: a mail provider does it for many members. */
  unsubscribePerSource: { burst: 240, perMinute: 120 },
} as const satisfies Record<string, { burst: number; perMinute: number }>
export type RateName = keyof typeof rates

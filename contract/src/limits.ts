/** Limits of Kura, each with its reason. Durations in the unit of their name; money in yen. */
export const limits = {
  /** One page of a list: a screen and a half of cards. */
  pageSize: 24,
  pageSizeMost: 100,
  /** A reservation outlives a careful 3-D Secure challenge; each payment step renews it. */
  orderLeaseMinutes: 10,
  /** An unpaid order expires after this, however often it is renewed. */
  orderLeaseMostMinutes: 30,
  /** The consumption tax included in every price in Japan. */
  consumptionTaxPercent: 10,
  /** One call of the card gateway; after that the result counts as unknown and the gateway is asked. */
  cardCallSeconds: 20,
  /** A notice of a gateway has about twenty short fields. */
  noticeBytes: 8192,
  /** The most queries to one gateway at once because of its notices: it limits the rate, and buyers come first. */
  noticesAtOnce: 4,
  /** For a payment that is named again and again, the longest interval between two queries. */
  noticeRestSeconds: 60,
  /** Notices of unknown payments, per gateway, that wait for the next hourly comparison: each costs one query. */
  strayNoticesWaiting: 50,
  /** Another worker claims work on a payment, notice or opening when its worker has been silent this long. */
  workLeaseSeconds: 30,
  /** Long enough to switch to the mail app, short enough against guessing (eight digits are 26 bits). */
  codeMinutes: 10,
  /**
   * Attempts for the browser that requested the code, and as many for all others together: a
   * guesser cannot use up the member's attempts.
   */
  codeTries: 5,
  /** Past its usual rate, an address gets one mail per purpose in this time; until then the last one is still valid. */
  mailAgainMinutes: 5,
  linkMinutes: 60,
  /** A link that signs in stays in a mailbox: just long enough to find the mail. */
  onetimeMinutes: 15,
  nonceMinutes: 5,
  /**
   * Between the operator's approval of a wallet recovery and its effect: a weekend, so that the
   * owner can still cancel it.
   */
  walletCoolingHours: 72,
  /** How long a collection seen on chain is assumed to exist: only its owner can destroy it. */
  collectionMinutes: 60,
  /** The longest wait for the chain to confirm a collection that was seen before. */
  collectionAskSeconds: 3,
  /** The default lifetime of granted points; paid points under six months need no deposit by law. */
  pointDays: 180,
  /** The lifetime of points granted in place of expired ones after a refund: the failure was not the member's. */
  pointReplacedDays: 30,
  /** The most stored cards of a member: a longer list helps nobody. */
  cardsMost: 10,
  /** An authorised deferred payment without a purchase is closed after this. */
  paidyOpenMinutes: 20,
  /** How long a seller's wallet may take to accept a listing. If it accepts later all the same, it counts. */
  listingDraftMinutes: 30,
  /** The minimum payout: below it the fee would be too large a part. */
  payoutLeastYen: 1000,
  /** What banks charge a business for one transfer, tax included; the seller pays it. */
  payoutFeeYen: 200,
  /** Points from proceeds expire before the law on prepaid means applies to them (six months). */
  proceedsPointDays: 180,
  /** How long we wait for a wallet that is to move a token. */
  transferDraftMinutes: 30,
  /**
   * Without a reported transaction, how long after the draft an arriving token still belongs to it:
   * a wallet's window may stay open.
   */
  transferArrivalMinutes: 60,
  /** Free bytes an account needs to receive a token: a token takes a few hundred, and its collection grows with it. */
  tokenStorageBytes: 2000,
  /** How long a gift by mail can be claimed: two weekends, and time to set up a wallet. */
  giftClaimDays: 14,
  /** How much longer its order stays on chain, so that a claim at the last moment can still be delivered. */
  giftDeliveryHours: 24,
  /** How often its link can be mailed. */
  giftMailsMost: 3,
  /** Gifts mailed to one address in a day, from all givers: a wedding, not a flood. */
  giftMailsPerDay: 10,
  /** After an address refused our mail, no gift is mailed to it for this many days. */
  giftBouncedDays: 30,
  /** A listing can be bought only while this much of its time remains: it has to be delivered within it. */
  listingMarginMinutes: 2,
  /**
   * How old a price may be that a buyer has seen, when the call does not send it: a token listed
   * for less within this time is not sold without it.
   */
  priceUnseenMinutes: 10,
  /** The part of a price, in yen, for opening protected contents. No contents can be opened yet, so it is zero. */
  contentAccessMostYen: 0,
  /** How often in a day a member may reserve the same listing without paying: more would only keep it from others. */
  listingUnpaidMost: 10,
  /** The most listings one member may hold at once by starting to pay for them. */
  listingsReservedMost: 5,
  /** The most listings one transaction of the agent ends. */
  ordersPerCancel: 100,
  adultAge: 18,
  ageMost: 120,
  /** What a minor may spend in a calendar month in Japan, in yen, by age; the usual practice in the trade. */
  minorMonthlyYen: [
    { untilAge: 15, yen: 5000 },
    { untilAge: 17, yen: 20_000 },
  ],
  /** How long a member at the head of a pack's line has to start the purchase. */
  queueAdmittedMinutes: 5,
  /** How long a pack closed by hand can be reopened; then its proof is published and it stays closed. */
  packReopenHours: 24,
  /** How long after its last order a refund can bring a sold-out pack back; then its proof is published. */
  soldOutProofMinutes: 10,
  /**
   * Blocks from the latest sealed one to the one that draws the order of sale: on a network that
   * makes blocks on demand, and elsewhere.
   */
  drawBlocksLocal: 3,
  drawBlocks: 120,
  /** How long a bot token used for `packs/validate` is valid once more for `packs/get`. */
  passcodeBotMinutes: 2,
  /** Within this time after signing in, a first wallet is linked without asking for the password again. */
  freshSignInMinutes: 10,
  sessionIdleDays: 7,
  sessionAbsoluteDays: 30,
  sessionGraceSeconds: 60,
  passwordLeast: 8,
  passwordMost: 128,
  displayNameMost: 40,
  descriptionMost: 1000,
  thumbnailBytes: 5_000_000,
  bodyBytes: 65_536,
  /** A whole form with a picture: twenty fields of 8 KB and their separators. */
  uploadBytes: 5_200_000,
  /** The most disk space for all uploads of one process: twenty of the largest. */
  uploadBytesHeld: 104_000_000,
  /** 5 MB over a slow mobile line: 85 KB a second. */
  uploadSeconds: 60,
  /** The most uploads at once: a member has two tabs; behind one address there is an office or a mobile carrier. */
  uploadsPerMember: 2,
  uploadsPerSource: 8,
  /** The headers of a request arrive within this; the slowest phone needs one round trip. */
  headersSeconds: 10,
  /** 64 KB in 30 seconds are 2 KB a second. */
  bodySeconds: 30,
  /** A client must read its response within this: a picture at a few KB a second. */
  answerSeconds: 120,
  /** How long idle connections stay open. Proxies usually reuse theirs for 60 seconds. */
  keepAliveSeconds: 10,
  keepAliveProxySeconds: 72,
  /** Grace at a stop: for requests that still arrive, and in total. The supervisor kills after 25. */
  stopArrivingSeconds: 2,
  stopSeconds: 15,
  /** File descriptors reserved for the database, files, gateways and the chain. */
  descriptorsKept: 256,
  /** Connections to the metrics port, which only this machine reaches. */
  metricsConnectionsMost: 64,
  /** Repeated warnings are logged once per interval with a count, up to this many lines. */
  talliedLogSeconds: 60,
  talliedLogLines: 50,
  /** Content security policy reports read per minute: a broken page sends a few. */
  cspReportsPerSource: 30,
  cspReportsMost: 600,
  /**
   * Password hashes at once in one process: one of the pool's four threads stays free for files and
   * names. And how many may wait in each of two queues.
   */
  hashesAtOnce: 3,
  hashesWaiting: 64,
  /** Pages rendered at once in a process: more would not be faster, and calls would wait behind them. */
  pagesAtOnce: 4,
  /** How many pages may wait to be rendered: at a hundred pages a second nobody waits for a second. */
  pagesWaiting: 64,
  /**
   * How many of both one source may take: enough for a crowd behind one address, and three quarters
   * stay free for others.
   */
  pagesPerSource: 16,
  /** When a browser that met a full queue may try again. */
  pagesRetrySeconds: 5,
  botTokenMinutes: 2,
  botScoreLeast: 0.5,
  /** A mint not sealed by then is checked; one that can never seal is refunded. */
  mintStuckMinutes: 15,
  /**
   * How long a delivery waits for a temporary obstacle (sales paused, the day's caps, no vault);
   * then it is refunded.
   */
  tradeDeliveryMinutes: 30,
  /** A delivery takes seconds: one still under way by then raises an alarm. */
  tradeAlarmMinutes: 10,
  /** How often a delivery that failed without a lasting obstacle is tried again. */
  tradeTriesMost: 5,
  chainComputeLimit: 5000,
} as const

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
  profilePerSource: { burst: 240, perMinute: 60 },
} as const satisfies Record<string, { burst: number; perMinute: number }>
export type RateName = keyof typeof rates

/** The terms and the privacy policy in force; a new version asks every member again. */
export const termsVersion = '2026-11-01'

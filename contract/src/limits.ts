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
  /** How long a sent mail is kept, for questions about it: longer than a refused one is counted. */
  mailDays: 60,
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
  /** The most that one payout or one conversion into points moves: its columns hold no more. */
  payoutMostYen: 999_999_999,
  /** What banks charge a business for one transfer, tax included; the seller pays it. */
  payoutFeeYen: 200,
  /** Points from proceeds expire before the law on prepaid means applies to them (six months). */
  proceedsPointDays: 180,
  /** How long an export of own data can be downloaded. */
  exportHours: 24,
  /** A member reads what a service asks for, and may sign in first. */
  serviceRequestMinutes: 10,
  /** A service redeems its code at once. */
  serviceCodeSeconds: 60,
  /** An access token that leaks opens little for long; the service refreshes it without the member. */
  serviceAccessMinutes: 60,
  /** A service that nobody used so long is disconnected. */
  serviceRefreshDays: 60,
  /** After this the member is asked for consent again. */
  serviceGrantDays: 365,
  /** After so many failed tries an export ends as failed, and an operator is alarmed. */
  exportTriesMost: 5,
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
  /** How long a member may change their mind after asking to be deleted. */
  deletionDays: 7,
  /**
   * How long the account of a payout is kept after the member is gone: seven years after the tax
   * return for the year of the payout, which is due two months after that year.
   */
  payoutPapersMonths: 98,
  sessionIdleDays: 7,
  sessionAbsoluteDays: 30,
  sessionGraceSeconds: 60,
  passwordLeast: 8,
  passwordMost: 128,
  displayNameMost: 40,
  /** The most members one member may follow: more is a list of addresses, not of people. */
  followingsMost: 5000,
  followedSeriesMost: 500,
  /** All of a member's favourites are read at once for the hearts of a page. */
  favoritesMost: 1000,
  /** Chosen pieces on a profile: two rows on a phone. */
  showcaseMost: 6,
  /** How often the readable address of a profile may change: links to it are out in the world. */
  handleRestDays: 30,
  /** How long a handle that was given up leads to its member and is nobody else's: links and habits fade. */
  handleKeptDays: 90,
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
  /** Events of one subject within this time are one message: ten packs bought in a row. */
  notificationGroupMinutes: 30,
  /** What is mailed or pushed waits this long for more of the same subject. */
  notificationSettleSeconds: 20,
  /** How long notifications that were read are kept, and all others. */
  notificationReadDays: 90,
  notificationDays: 365,
  /** The count at the bell stops here. */
  notificationCountMost: 100,
  /** Members reached by one transaction of a fan-out: a few milliseconds of the database. */
  fanOutBatch: 500,
  /**
   * After a batch a fan-out rests so many times as long as that took, so that purchases meanwhile
   * lose nothing: the busier the database, the longer.
   */
  fanOutRest: 4,
  /** One call of a push service. */
  pushCallSeconds: 10,
  pushesAtOnce: 8,
  /** How often a push is tried; 4 s, 16 s, about a minute, then five minutes and more apart. */
  pushTriesMost: 8,
  /** How long before a sale begins members are reminded: time to sign in and to read the page. */
  reminderMinutes: 10,
} as const

/** The terms and the privacy policy in force; a new version asks every member again. */
export const termsVersion = '2026-11-01'

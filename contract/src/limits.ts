/** Limits of Kura, each with its reason. Durations in the unit of their name; money in yen. */
export const limits = {
  /** One page of a list: a screen and a half of cards. */
  pageSize: 24,
  pageSizeMost: 100,
  /** A reservation outlives a careful 3-D Secure challenge; each payment step renews it. */
  orderLeaseMinutes: 10,
  /** However often it is renewed, an unpaid order ends after this. */
  orderLeaseMostMinutes: 30,
  /** Part of every price in Japan; prices are shown with it. */
  consumptionTaxPercent: 10,
  /** One call of the card gateway; beyond it the result counts as unknown and the gateway is asked. */
  cardCallSeconds: 20,
  /** A notice of a gateway has about twenty short fields. */
  noticeBytes: 8192,
  /** Questions to one gateway at once because of its notices: it refuses anyone who asks too often, and buyers come first. */
  noticesAtOnce: 4,
  /** Who names the same payment again and again has it asked about once in so long at last. */
  noticeRestSeconds: 60,
  /** Names of notices that are nothing of ours, of one gateway, which wait for the next hourly comparison: each is one question. */
  strayNoticesWaiting: 50,
  /** Work on a payment, notice or opening is taken over when its worker has been silent for so long. */
  workLeaseSeconds: 30,
  /** Long enough to switch to the mail app, short enough against guessing (eight digits are 26 bits). */
  codeMinutes: 10,
  /** For the browser that asked for the code, and as many for all others together: who guesses takes none from who asked. */
  codeTries: 5,
  /** Past its usual rate an address gets one mail of a purpose in so long; until then the one that was mailed is still good. */
  mailAgainMinutes: 5,
  linkMinutes: 60,
  /** A link that signs in by itself lies open in a mailbox: long enough to find the mail. */
  onetimeMinutes: 15,
  nonceMinutes: 5,
  /** Between the operator's approval of a wallet recovery and its effect: a weekend, so that the owner can still stop it. */
  walletCoolingHours: 72,
  /** So long a collection once seen on chain is believed to be there: it goes only when its owner destroys it. */
  collectionMinutes: 60,
  /** Anyone who was seen with a collection before waits no longer than this for the chain to say so again. */
  collectionAskSeconds: 3,
  /** Points that were given live so long unless their campaign says otherwise; under six months paid ones need no deposit by law. */
  pointDays: 180,
  /** Points that had expired when a refund brought them back are given again for so long: the failure was not the member's. */
  pointReplacedDays: 30,
  /** A card stays stored for at most so many; a list that nobody can overlook serves nobody. */
  cardsMost: 10,
  /** An authorised deferred payment without a purchase is closed after this. */
  paidyOpenMinutes: 20,
  /** So long a seller's wallet may take to accept the terms of a listing; if it comes later all the same, it counts. */
  listingDraftMinutes: 30,
  /** The least payout: below it the fee takes too large a part. */
  payoutLeastYen: 1000,
  /** What banks ask of a business for one transfer, tax included; it is the seller's. */
  payoutFeeYen: 200,
  /** Points from proceeds end before the law of prepaid means applies to them (six months). */
  proceedsPointDays: 180,
  /** So long a wallet is waited for that is to move a token. */
  transferDraftMinutes: 30,
  /** Without a transaction that was reported, a token that arrives so long after the wish was written still belongs to it: a wallet's window may stay open. */
  transferArrivalMinutes: 60,
  /** Free bytes an account needs to receive a token: a token takes some hundred, and its collection grows with it. */
  tokenStorageBytes: 2000,
  /** A gift by mail can be claimed for so long: two weekends, and time to open a wallet. */
  giftClaimDays: 14,
  /** Its order stands on chain so much longer, so that what was claimed at the last moment can still be delivered. */
  giftDeliveryHours: 24,
  /** How often its link is mailed. */
  giftMailsMost: 3,
  /** Gifts mailed to one address in a day, by whomever: a wedding, not a flood. */
  giftMailsPerDay: 10,
  /** Nothing is mailed for a gift to an address that refused our mail within so many days. */
  giftBouncedDays: 30,
  /** An offer is paid for only while so much of its time is left: it has to be delivered within it. */
  listingMarginMinutes: 2,
  /** Who buys without saying the price they saw may have seen one of so long ago: a token that was offered for less since then is not sold to them. */
  priceUnseenMinutes: 10,
  /** So many yen of a price may be for opening protected contents. None can be opened yet, so nobody is charged for it. */
  contentAccessMostYen: 0,
  /** So often in a day a member may take the same listing and not pay: more would only keep it from others. */
  listingUnpaidMost: 10,
  /** So many listings a member may keep from others at once by beginning to pay for them. */
  listingsReservedMost: 5,
  /** What one transaction of the agent ends. */
  ordersPerCancel: 100,
  adultAge: 18,
  ageMost: 120,
  /** Yen a minor may spend in a month of Japan, by age; the custom of the trade. */
  minorMonthlyYen: [
    { untilAge: 15, yen: 5000 },
    { untilAge: 17, yen: 20_000 },
  ],
  /** Anyone who reaches the head of a pack's line has so long to begin the purchase. */
  queueAdmittedMinutes: 5,
  /** A pack that was closed by hand can be opened again for so long; then its proof is published and it is over for ever. */
  packReopenHours: 24,
  /** A sold-out pack can come back by a refund for so long after its last order; then its proof is published. */
  soldOutProofMinutes: 10,
  /** Blocks from the latest sealed one to the one that draws the order of sale: where blocks are only made on demand, and elsewhere. */
  drawBlocksLocal: 3,
  drawBlocks: 120,
  /** A bot token shown with `packs/validate` is good once more for `packs/get` for so long. */
  passcodeBotMinutes: 2,
  /** Within this after signing in, a first wallet is linked without asking for the password again. */
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
  /** A whole form with a picture: twenty fields of 8 KB and what separates them next to it. */
  uploadBytes: 5_200_000,
  /** What all uploads of one process may come to on its disk: twenty of the longest. */
  uploadBytesHeld: 104_000_000,
  /** 5 MB over a slow mobile line: 85 KB a second. */
  uploadSeconds: 60,
  /** Uploads under way at once: a member has two tabs; behind one address there is an office or a mobile carrier. */
  uploadsPerMember: 2,
  uploadsPerSource: 8,
  /** The headers of a request arrive within this; the slowest phone needs one round trip. */
  headersSeconds: 10,
  /** 64 KB in 30 seconds are 2 KB a second. */
  bodySeconds: 30,
  /** A client reads its answer within this: a picture at a few KB a second. */
  answerSeconds: 120,
  /** Idle connections stay open so long. Proxies usually reuse theirs for 60 seconds. */
  keepAliveSeconds: 10,
  keepAliveProxySeconds: 72,
  /** Grace at a stop, for requests that still arrive and for all. The supervisor kills after 25. */
  stopArrivingSeconds: 2,
  stopSeconds: 15,
  /** File descriptors reserved for the database, files, gateways and the chain. */
  descriptorsKept: 256,
  /** Connections to the metrics port, which only this machine reaches. */
  metricsConnectionsMost: 64,
  /** Repeated warnings are logged once per interval with a count, at most so many lines. */
  talliedLogSeconds: 60,
  talliedLogLines: 50,
  /** Content security policy reports read per minute: a broken page sends a few of them. */
  cspReportsPerSource: 30,
  cspReportsMost: 600,
  /** Concurrent password hashes of one process: one thread of the pool's four stays free for files and names. And how many may wait in each of two lines. */
  hashesAtOnce: 3,
  hashesWaiting: 64,
  /** Pages rendered at once in a process: more would not be done sooner, and calls would wait behind them. */
  pagesAtOnce: 4,
  /** And how many wait for their turn: at a hundred pages a second nobody waits for a second. */
  pagesWaiting: 64,
  /** So many of both may be of one source: a crowd behind one address, and three quarters are left to the others. */
  pagesPerSource: 16,
  /** After so long a browser that met a full queue may come again. */
  pagesRetrySeconds: 5,
  botTokenMinutes: 2,
  botScoreLeast: 0.5,
  /** A mint that is not sealed by then is checked; one that can never seal is refunded. */
  mintStuckMinutes: 15,
  /** What refuses a delivery for a time (sales paused, the day's caps, no vault) is waited for so long; then the price goes back. */
  tradeDeliveryMinutes: 30,
  /** A delivery takes seconds: one that is still on its way by then calls for a person. */
  tradeAlarmMinutes: 10,
  /** A delivery that failed although nothing speaks against it is tried so often. */
  tradeTriesMost: 5,
  chainComputeLimit: 5000,
} as const

/**
 * How often something may be done: a bucket of `burst` that refills `perMinute`. Nothing is ever locked; an empty bucket only
 * means to wait. A source is an IPv4 address or an IPv6 /64.
 */
export const rates = {
  /** Calls with a bot check. An office or a mobile carrier hides many members behind one address. */
  botCheckPerSource: { burst: 240, perMinute: 120 },
  /** The same while the bot check cannot be verified: enough for a few people, useless for a list of passwords. */
  unverifiedPerSource: { burst: 10, perMinute: 6 },
  /** Passwords tried for one account from one source: more than anyone mistypes. */
  signInPerAccountAndSource: { burst: 10, perMinute: 10 },
  /** Passwords tried for one account from anywhere; when empty the visible bot check is asked for, so the owner still gets in. */
  signInPerAccount: { burst: 30, perMinute: 10 },
  /** Mails to one address for one purpose, asked for from one source: more than anyone waits for. */
  mailPerAddressAndSource: { burst: 6, perMinute: 0.2 },
  /**
   * The same from anywhere, far above what a person needs. When either is empty the visible bot check is asked for, so the owner still gets
   * mail; asking for one kind leaves the others alone.
   */
  mailPerAddress: { burst: 15, perMinute: 0.05 },
  /** Mails behind the visible check: one in `mailAgainMinutes`, and anyone who asks in between is served by that one. */
  checkedMailPerAddress: { burst: 1, perMinute: 0.2 },
  /** Mails asked for from one source, to whomever. */
  mailPerSource: { burst: 60, perMinute: 6 },
  /** The deprecated sign-up comes without a bot check; its mails must not use up those of the proper one. */
  oldSignUpPerSource: { burst: 5, perMinute: 0.5 },
  oldSignUpPerAddress: { burst: 2, perMinute: 0.02 },
  /** Links and wallet proofs tried without a bot check; nobody guesses 256 bits, it only keeps the work small. */
  tokenSignInPerSource: { burst: 60, perMinute: 30 },
  /** Passwords and codes tried inside a session: somebody may have found the device unlocked. */
  proofPerMember: { burst: 10, perMinute: 2 },
  /** Tells whether an address has an account, so it is scarce. */
  emailChangePerMember: { burst: 5, perMinute: 0.1 },
  /** Each is reviewed by a person. */
  recoveryPerMember: { burst: 3, perMinute: 0.01 },
  /** A client refreshes once a day, several tabs at once. */
  refreshPerSource: { burst: 240, perMinute: 120 },
  refreshPerFamily: { burst: 20, perMinute: 6 },
  /** Each may ask the chain. */
  walletPerMember: { burst: 30, perMinute: 10 },
  /** Reservations of one pack from one source: a household or a small office, not a farm. */
  reservePerSourceAndPack: { burst: 12, perMinute: 4 },
  reservePerMember: { burst: 20, perMinute: 10 },
  /** Purchases of listed tokens from one source, whichever: each asks the chain. */
  buyTokenPerSource: { burst: 60, perMinute: 30 },
  /** Guessing passcodes is hopeless, and noisy. */
  passcodePerMember: { burst: 10, perMinute: 2 },
  passcodePerSource: { burst: 60, perMinute: 12 },
  airdropPerMember: { burst: 20, perMinute: 10 },
  queuePerMember: { burst: 60, perMinute: 60 },
  reportPerMember: { burst: 60, perMinute: 30 },
  /** Each asks the chain and signs. */
  listPerMember: { burst: 60, perMinute: 20 },
  /** Each asks the chain. */
  transferPerMember: { burst: 60, perMinute: 20 },
  /** Gifts that mail somebody, per giver: a birthday list, not a campaign. Each also needs a token and a transaction of the giver's. */
  mailGiftPerMember: { burst: 20, perMinute: 0.02 },
  /** Mails of gifts sent again to one address. */
  giftAgainPerAddress: { burst: 6, perMinute: 0.2 },
  /** Links of gifts tried; nobody guesses 256 bits, it only keeps the work small. */
  claimPerSource: { burst: 60, perMinute: 30 },
  /** Requests for payouts and cancellations of one member. */
  payoutPerMember: { burst: 20, perMinute: 2 },
  /** Searches of banks and branches while somebody types. */
  bankPerSource: { burst: 240, perMinute: 240 },
  receiptPerMember: { burst: 20, perMinute: 10 },
  enquiryPerSource: { burst: 10, perMinute: 0.5 },
  /** Confirmations to one mailbox, which nobody has proven to be theirs; the enquiry itself is kept all the same. */
  enquiryMailPerAddress: { burst: 3, perMinute: 0.01 },
  paidyNoticePerSource: { burst: 1200, perMinute: 600 },
  /** Agreements that notices name for one order before its buyer brings them: nobody agrees so often. */
  paidyNoticePerOrder: { burst: 5, perMinute: 0.1 },
  /** Names of nothing of ours that one source may leave for the comparison. */
  strayNoticePerSource: { burst: 20, perMinute: 0.2 },
  /** The gateway sends for all its shops' orders from a few addresses; one that is refused is sent again. */
  cardNoticePerSource: { burst: 1200, perMinute: 600 },
  /**
   * Pages rendered for one source, counted in each process; those that are kept are sent without counting. An office, a carrier or
   * a search engine stays below it; all of it is a tenth of what a core renders.
   */
  coldPagePerSource: { burst: 120, perMinute: 600 },
  /** Each may re-encode a picture. */
  profilePerMember: { burst: 30, perMinute: 10 },
  profilePerSource: { burst: 240, perMinute: 60 },
} as const satisfies Record<string, { burst: number; perMinute: number }>
export type RateName = keyof typeof rates

/** The terms and the privacy policy in force; a new version asks every member again. */
export const termsVersion = '2026-11-01'

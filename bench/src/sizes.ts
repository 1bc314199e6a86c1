/** How much is measured. */
export type Sizes = {
  rounds: number
  secondsPerRun: number
  warmUpSeconds: number
  /** Requests in flight by default. */
  connections: number
  items: number
  fewItems: number
  manyItems: number
  packs: number
  unitsPerPack: number
  hotUnits: number
  /** Enough for the fastest load: reservations per member and minute are limited. */
  members: number
  mintSingles: number
  mintBatches: number
  indexBatches: number
  indexSingles: number
  listingsPerRound: number
  coldStarts: number
  fewOrders: number
  manyOrders: number
  /** Members who are notified of one release. */
  followers: number
  fewTransfers: number
  manyTransfers: number
  /** Sales of two sellers in one shop. */
  fewSales: number
  manySales: number
  /** Works of the searched catalogues, with five tokens each. */
  fewWorks: number
  manyWorks: number
  /** Listings of the measured markets, each compared with the first. */
  listings: readonly number[]
}

/** What `npm run bench` measures. */
export const fullSizes: Sizes = {
  rounds: 5,
  secondsPerRun: 3,
  warmUpSeconds: 3,
  connections: 16,
  items: 10_000,
  fewItems: 1000,
  manyItems: 100_000,
  packs: 200,
  unitsPerPack: 600,
  hotUnits: 80_000,
  members: 6000,
  mintSingles: 200,
  mintBatches: 20,
  indexBatches: 60,
  indexSingles: 1000,
  listingsPerRound: 20,
  coldStarts: 3,
  fewOrders: 25_000,
  manyOrders: 1_000_000,
  followers: 100_000,
  fewTransfers: 1000,
  manyTransfers: 100_000,
  fewSales: 100,
  manySales: 100_000,
  fewWorks: 1000,
  manyWorks: 200_000,
  listings: [10_000, 100_000, 1_000_000],
}

/** What `--quick` measures: enough to see that everything runs, too little to be reliable. */
export const quickSizes: Sizes = {
  ...fullSizes,
  rounds: 2,
  secondsPerRun: 1,
  warmUpSeconds: 1,
  items: 2000,
  manyItems: 10_000,
  packs: 50,
  hotUnits: 20_000,
  members: 2000,
  mintSingles: 20,
  mintBatches: 3,
  indexBatches: 6,
  indexSingles: 60,
  listingsPerRound: 5,
  coldStarts: 1,
  fewOrders: 25_000,
  manyOrders: 50_000,
  followers: 20_000,
  manyTransfers: 5000,
  manySales: 10_000,
  manyWorks: 10_000,
  listings: [10_000, 50_000],
}

import { absences, bots } from './absence-faults.ts'
import { bodyAttacks, strangeQuantities } from './body-faults.ts'
import { chainFaults } from './chain-faults.ts'
import { clockFaults } from './clock-faults.ts'
import { databaseFaults } from './database-faults.ts'
import { fanOuts, notificationDeliveries } from './notification-faults.ts'
import { indexFaults } from './index-faults.ts'
import { kills } from './kills.ts'
import { listingRaces } from './listing-races.ts'
import { circles } from './market-attacks.ts'
import { marketModel } from './market-model.ts'
import { oversell } from './oversell.ts'
import { replayedProofs } from './proof-attacks.ts'
import { forgedNotices, providerFaults } from './provider-faults.ts'
import { payoutFaults } from './payout-faults.ts'
import { lastUnit, limitRaces, pointRaces } from './race-faults.ts'
import { repeatFaults } from './repeat-faults.ts'
import { forgedReturns, replayedReturns } from './return-faults.ts'
import type { Fault } from './scene.ts'
import { standingRaces } from './standing-races.ts'

/** Every fault and attack in the order of its number. */
export const faults: Fault[] = [
  ...oversell,
  ...kills,
  ...databaseFaults,
  ...chainFaults,
  ...providerFaults,
  replayedReturns,
  ...repeatFaults,
  strangeQuantities,
  lastUnit,
  listingRaces,
  pointRaces,
  ...clockFaults,
  absences,
  indexFaults,
  marketModel,
  fanOuts,
  notificationDeliveries,
  replayedProofs,
  forgedNotices,
  forgedReturns,
  ...bodyAttacks,
  limitRaces,
  circles,
  bots,
  standingRaces,
  ...payoutFaults,
]

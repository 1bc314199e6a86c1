import { chainFaults } from './chain-faults.ts'
import { databaseFaults } from './database-faults.ts'
import { kills } from './kills.ts'
import { oversell } from './oversell.ts'
import type { Fault } from './scene.ts'

/** Every fault in the order of its number. */
export const faults: Fault[] = [...oversell, ...kills, ...databaseFaults, ...chainFaults]

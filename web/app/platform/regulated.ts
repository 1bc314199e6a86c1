/**
 * The part of a query of every list of works: without those for adults. Pages are made without a
 * session and kept for everybody, so nobody who reads them is known to be of age.
 */
export const withoutRegulated = { excludeRegulatedItems: 'true' } as const

/** A serial as it is printed on a piece: #0042. */
export const formatSerial = (serial: number): string => `#${String(serial).padStart(4, '0')}`

/** A failure without a message on the screen: a fixed name of the action, and the error code. */
export type Log = { warn: (act: string, code: string) => void }
type Sink = Pick<Console, 'warn'>

const code = /^[A-Z][A-Z0-9_]{0,63}$/

/**
 * Writes failures that nobody is shown to the console. Only codes are written, so that no token,
 * address or personal text gets there: anything else becomes `UNKNOWN`.
 */
export const makeLog = (sink: Sink): Log => ({
  warn: (act, given) => sink.warn(`${act}: ${code.test(given) ? given : 'UNKNOWN'}`),
})

export const log = makeLog(console)

/** What went wrong unseen: a fixed name of the act, and the code it failed with. */
export type Log = { warn: (act: string, code: string) => void }
type Sink = Pick<Console, 'warn'>

const code = /^[A-Z][A-Z0-9_]{0,63}$/

/**
 * Writes failures nobody is informed of to the console. Only codes are written, so that no token, address or text of somebody else
 * gets there: anything of another form is `UNKNOWN`.
 */
export const makeLog = (sink: Sink): Log => ({
  warn: (act, given) => sink.warn(`${act}: ${code.test(given) ? given : 'UNKNOWN'}`),
})

export const log = makeLog(console)

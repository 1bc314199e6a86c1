/** `ok`, or the code that a call was refused with. */
export const codeOf = (answer: { ok: true } | { ok: false; body: { errorCode: string } }): string =>
  answer.ok ? 'ok' : answer.body.errorCode

/** Whether a text could be an e-mail address: enough to spare a round trip, the server decides. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.normalize('NFKC'))

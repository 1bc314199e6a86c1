import { buildWeb } from '@kura/ops/supervisor/web-build'

/** Builds the pages unless the build of exactly these sources is there, by the supervisor's own way. */
export const buildPages = (): Promise<string> => buildWeb(new AbortController().signal)

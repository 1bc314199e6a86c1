import { DatabaseError } from '@kura/db/database-error'

/** A problem a person can act on: one sentence on what is wrong, one on what to do. */
export class Problem extends Error {
  readonly remedy: string

  constructor(message: string, remedy: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Problem'
    this.remedy = remedy
  }
}

const chainRemedies: Record<string, string> = {
  INCOMPATIBLE_CONTRACT:
    'On this machine `npm run kura -- reset --chain` begins a new chain; on a live site restore the deployed version.',
  AGENT_KEY_MISSING:
    'Put the key back from your backup; on this machine `npm run kura -- reset --chain` begins a new chain.',
  AGENT_NOT_FOUND:
    'On this machine `npm run kura -- reset --chain` begins a new chain; elsewhere check FLOW_AGENT_ADDRESS.',
  WRONG_NETWORK: 'Check KURA_FLOW and KURA_FLOW_KEY, or leave both out to use the chain of the sandbox.',
}

type SystemError = Error & { code?: string; path?: string; port?: number }

function explainSystem(error: SystemError): Problem | undefined {
  const where = error.path ? `: ${error.path}` : ''
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new Problem(`The disk is full${where}.`, 'Free at least 500 MB and start again.', error)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Problem(
        `This user may not write here${where}.`,
        'Run as the owner of that folder, or set KURA_HOME to a folder of your own.',
        error,
      )
    case 'EADDRINUSE':
      return new Problem(`Port ${error.port ?? ''} is taken by another program.`, 'Set PORT to another number.', error)
    default:
      return undefined
  }
}

/** Returns the problem behind an error, or undefined when the error is a bug. */
export function explain(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof Error && error.name === 'DeployError') {
    const remedy = chainRemedies[(error as SystemError).code ?? ''] ?? 'Start again; KURA_DEBUG=1 shows more.'
    return new Problem(`Deploying the contracts stopped: ${error.message}`, remedy, error)
  }
  if (error instanceof Error && error.name === 'MovedClockError') {
    return new Problem(error.message, (error as Error & { remedy: string }).remedy, error)
  }
  if (error instanceof Error && error.name === 'MintRefusedError') {
    return new Problem(
      error.message,
      'Correct the item or the address: npm run kura -- mint <item-id> <address>',
      error,
    )
  }
  if (error instanceof Error && error.name === 'CatalogueError') {
    return new Problem(error.message, 'Correct these lines and import again; nothing was changed.', error)
  }
  if (error instanceof DatabaseError) return new Problem(error.message, error.remedy, error)
  if (error instanceof Error && (error as SystemError).code?.startsWith('ERR_PARSE_ARGS_')) {
    return new Problem(error.message, '`npm run kura -- help` says what each verb takes.', error)
  }
  return error instanceof Error ? explainSystem(error) : undefined
}

/** Prints an error as a sentence and a remedy; the stack only with KURA_DEBUG=1. */
export function printError(error: unknown) {
  const known = explain(error)
  if (known) console.error(`${known.message}\n  → ${known.remedy}`)
  else if (process.env['KURA_DEBUG']) console.error(error)
  else {
    console.error(`Unexpected: ${error instanceof Error ? error.message : String(error)}`)
    console.error('  → Run again with KURA_DEBUG=1 for the whole story, and tell us.')
  }
  if (known && process.env['KURA_DEBUG']) console.error(known.cause ?? known)
}

/** Runs a command; prints its error and sets the exit code. */
export async function runCommand(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    printError(error)
    process.exitCode = 1
  }
}

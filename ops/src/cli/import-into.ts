/** Imports a catalogue folder into a database and reports its progress. */
export async function importInto(options: {
  folder: string
  databaseUrl: string
  mediaDir: string
  contentDir?: string | undefined
  dryRun?: boolean
  log: (line: string) => void
}): Promise<void> {
  const { folder, databaseUrl, mediaDir, contentDir, dryRun, log } = options
  // Imported here, so that other commands do not load the picture library.
  const { importCatalogue } = await import('@kura/server/operations/import/import')
  const { connect } = await import('@kura/server/platform/db/connect')
  const sql = connect(databaseUrl, 4)
  let lastLine = ''
  const onProgress = ({ step, done, total }: { step: string; done: number; total: number }) => {
    const line = `${step} ${Math.floor((4 * done) / Math.max(total, 1)) * 25} %`
    if (line !== lastLine) log(line)
    lastLine = line
  }
  try {
    await importCatalogue({ sql, mediaDir, contentDir, folder, log, onProgress, ...(dryRun ? { dryRun } : {}) })
  } finally {
    await sql.end()
  }
}

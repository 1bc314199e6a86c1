import { Problem, runCommand } from '../problem.ts'
import { importInto } from './import-into.ts'

// The supervisor runs this for the first import, with a server's environment and the folder.
await runCommand(async () => {
  const [folder] = process.argv.slice(2)
  const { DATABASE_URL: databaseUrl, MEDIA_DIR: mediaDir, CONTENT_DIR: contentDir } = process.env
  if (!folder || !databaseUrl || !mediaDir)
    throw new Problem('A folder, DATABASE_URL and MEDIA_DIR are needed.', 'Use `npm run kura -- import`.')
  await importInto({ folder, databaseUrl, mediaDir, contentDir, log: console.log })
})

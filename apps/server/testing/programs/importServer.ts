import { writeSync } from 'node:fs'
import { openContent } from '../contentServer.ts'
import { PROJECT } from '../documents.ts'

// Connects a project with a remote, and prints a line after each commit of the import and when it is connected:
// `node importServer.mjs OWNER DATA_DIR REMOTE [DATABASE_URL]`.
const [, , owner = '', dataDir = '', url = '', databaseUrl] = process.argv
const server = await openContent({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }, owner)
const { documents } = server
const { transact } = documents
documents.transact = async (request) => {
  const outcome = await transact(request)
  if (request.source === 'import') writeSync(1, 'part\n')
  return outcome
}
const outcome = await server.repositories.connect(PROJECT, { url })
writeSync(1, `${outcome.ok ? 'connected' : outcome.problem}\n`)
await server.close()

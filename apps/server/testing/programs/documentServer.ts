import { serve } from '../documentServer.ts'
import { openInstance, PROJECT } from '../documents.ts'

// A server of its own, to be killed: `node documentServer.mjs DATA_DIR [DATABASE_URL]`.
const [, , dataDir = '', databaseUrl] = process.argv
const { documents } = await openInstance({ dataDir, databaseUrl })
if (!(await documents.exists('page'))) {
  await documents.create({ projectId: PROJECT, kind: 'page', id: 'page', fields: {} })
}
const server = await serve(documents, console.error)
console.log(server.url)

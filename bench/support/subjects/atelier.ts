import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../../../apps/server/src/app.ts'
import { openApp } from '../../../apps/server/src/compose/app.ts'
import { readConfig } from '../../../apps/server/src/config/config.ts'
import { createLog } from '../../../apps/server/src/log/log.ts'
import { reportTo } from '../measured.ts'

/** The whole server on SQLite: what comes out is the NDJSON of its own chat endpoint. */
const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const outcome = readConfig({
  ATELIER_DATA: dataDir,
  ATELIER_LOG: 'warn',
  PORT: String(port),
  ATELIER_OWNER_EMAIL: 'bench@example.com',
  ATELIER_OWNER_PASSWORD: 'correct horse battery',
  OLLAMA_HOST: '127.0.0.1:9',
  ATELIER_CATALOGUE_URL: 'off',
  ATELIER_WEB: 'off',
})
if (!outcome.ok) throw new Error(outcome.problems.join(' '))
const { config } = outcome
const wired = await openApp({ config, log: createLog(config), version: 'bench', port, sitesPort: config.sitesPort })
server.on('request', getRequestListener(createApp(wired.services).fetch))

const commits: number[] = []
const transact = wired.database.transact
wired.database.transact = async (script, wake, whenDurable) => {
  const from = performance.now()
  const result = await transact(script, wake, whenDurable)
  commits.push(performance.now() - from)
  return result
}

const stop = async () => {
  server.closeAllConnections()
  await wired.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('disconnect', () => void stop())
reportTo(`http://127.0.0.1:${port}`, {}, commits)

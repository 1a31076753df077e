import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstProject } from '../../apps/server/src/testing/ai.ts'
import { contentServer } from './contentProject.ts'

/**
 * A server that fills a project from the repository whose folder is given; on its standard output how long that took in
 * milliseconds, and its memory in megabytes before and at its peak.
 */
const [repository = ''] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'atelier-import-'))
const server = await contentServer(dataDir)
try {
  const { id } = await firstProject(server)
  const beforeMb = megabytes()
  const from = performance.now()
  const outcome = await server.services.repositories.connect(id, { url: `file://${repository}` })
  if (!outcome.ok) throw new Error(outcome.problem)
  process.stdout.write(JSON.stringify({ ms: Math.round(performance.now() - from), beforeMb, peakMb: megabytes() }))
} finally {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
}

function megabytes(): number {
  return Math.round((process.resourceUsage().maxRSS * 1_024) / 1e6)
}

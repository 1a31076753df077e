// Counts the files and folders of the server's half that a prompt and a style edit pass, each until the published page:
//   node scripts/walk.ts
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstProject, newSession, settled, startRun } from '../apps/server/testing/ai.ts'
import { startTestServer } from '../apps/server/testing/server.ts'

const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String(), rootNodeId: Type.String() })) })
const root = fileURLToPath(new URL('..', import.meta.url))

const profiler = new Session()
profiler.connect()
await profiler.post('Profiler.enable')
await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** The project's own files of which a function was called since this was asked last. */
async function called(): Promise<string[]> {
  const { result } = await profiler.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => url.replace(/^file:\/\//, ''))
    .filter((path) => path.startsWith(root) && !/node_modules|\/testing\/|\/scripts\//.test(path))
    .map((path) => path.slice(root.length))
    .sort()
}

function report(walk: string, files: readonly string[]): void {
  const folders = new Map<string, string[]>()
  for (const file of files) {
    const folder = file.slice(0, file.lastIndexOf('/'))
    folders.set(folder, [...(folders.get(folder) ?? []), file.slice(folder.length + 1)])
  }
  console.log(`${walk}: ${files.length} files in ${folders.size} folders`)
  for (const [folder, names] of folders) console.log(`  ${folder}: ${names.join(' ')}`)
}

const server = await startTestServer()
const { id } = await firstProject(server)
const [home] = Value.Parse(Pages, (await server.call('GET', `/api/projects/${id}/pages`)).body).pages
const idle = () => new Promise((resolve) => setTimeout(resolve, 500))
const publishAndVisit = async () => {
  await server.call('POST', `/api/projects/${id}/publish?despite=findings`, {})
  const visited = await server.sites.request(`http://my-site.localhost:${server.config.sitesPort}/`)
  if (visited.status !== 200) throw new Error(`The published page answered ${visited.status}`)
  await idle()
}
// Objects made at the first use count as much as those that each use passes; a first round leaves only the latter.
for (const round of ['first', 'counted']) {
  const session = await newSession(server, { credentialId: 'rehearsal' })
  await idle()
  await called()
  await startRun(server, session, 'Add a pricing section', { context: { documentId: home?.documentId } })
  await settled(server, session)
  const asked = await called()
  await publishAndVisit()
  const published = await called()
  await server.call('POST', `/api/projects/${id}/operations/site.applyCss`, {
    input: { css: `h1 { letter-spacing: ${round.length}px; }` },
    documentId: home?.documentId,
  })
  const edited = await called()
  await publishAndVisit()
  const publishedAgain = await called()
  if (round === 'first') continue
  report('A prompt, from the request to the stored edits', asked)
  report('A style edit, from the request to the stored edit', edited)
  report('From there to the published byte', [...new Set([...published, ...publishedAgain])].sort())
}
await server.close()

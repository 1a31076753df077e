import { afterAll, beforeAll, test } from 'vitest'
import { expectToolsWork } from '../../../testing/cmsTools/expect.ts'
import { importedSites, importFolder, prepareSite } from '../../../testing/cmsTools/site.ts'
import { startTestServer, type TestServer, withoutGit } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { git: withoutGit })
})
afterAll(() => server.close())

/** `tools.deep.test.ts` has further sites. */
test('every tool works on an imported site, is shown to visitors, and is taken back to the byte', async () => {
  const project = await importFolder(server, 'Blog', importedSites['clean-blog'])
  await expectToolsWork(await prepareSite(server, project))
})

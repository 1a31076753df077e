import { afterAll } from 'vitest'
import { describeTools } from '../../../testing/cmsTools/expect.ts'
import { importedSites, importFolder, prepareSite } from '../../../testing/cmsTools/site.ts'
import { startTestServer, type TestServer, withoutGit } from '../../../testing/server.ts'

let server: TestServer | undefined
afterAll(() => server?.close())

// `tools.deep.test.ts` has further sites.
describeTools('an imported site', async () => {
  server = await startTestServer({}, { git: withoutGit })
  return await prepareSite(server, await importFolder(server, 'Blog', importedSites['clean-blog']))
})

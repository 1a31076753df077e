import { registerHooks } from 'node:module'
import { afterAll, beforeAll, describe } from 'vitest'
import { openStreamsMount } from '../src/streams/openStreams.ts'
import type { TestDatabase } from './databases.ts'
import { listen } from './listen.ts'
import { startTestServer } from './server.ts'

// The suite brings an older vitest of its own along, whose tests this runner would not see.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'vitest' ? { ...context, parentURL: import.meta.url } : context),
})
const { runConformanceTests } = await import('@durable-streams/server-conformance-tests')

const longPollTimeoutMs = 500

/**
 * Runs the public suite, all of it but subscriptions, over a real socket against the whole server's own mount, as
 * anyone may with ATELIER_OPEN_STREAMS=1.
 */
export function conformance({ name, place }: TestDatabase): void {
  describe.concurrent(`the public conformance suite on ${name}`, () => {
    const suite = { baseUrl: '', longPollTimeoutMs, subscriptions: false }
    let stop: () => Promise<void>

    beforeAll(async () => {
      const { dataDir, databaseUrl, remove } = await place()
      const env = {
        ATELIER_DATA: dataDir,
        ATELIER_OPEN_STREAMS: '1',
        ATELIER_LOG: 'warn',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      }
      const server = await startTestServer(env, { signIn: false, longPollTimeoutMs })
      const socket = await listen(server.app)
      suite.baseUrl = socket.url + openStreamsMount
      stop = async () => {
        await socket.close()
        await server.close()
        remove()
      }
    })
    afterAll(() => stop())

    runConformanceTests(suite)
  })
}

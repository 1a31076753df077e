import { registerHooks } from 'node:module'
import { createStreamStore } from '@atelier/streams'
import { afterAll, beforeAll, describe } from 'vitest'
import type { TestDatabase } from '../database/testing.ts'
import { openStreams } from './openStreams.ts'
import { listen } from './testing.ts'

// The suite brings an older vitest of its own along, whose tests this runner would not see.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'vitest' ? { ...context, parentURL: import.meta.url } : context),
})
const { runConformanceTests } = await import('@durable-streams/server-conformance-tests')

const longPollTimeoutMs = 500

/** Runs the public suite, all of it but subscriptions, over a real socket. A test file for each database runs it, so that they run side by side. */
export function conformance({ name, open }: TestDatabase): void {
  describe(`the public conformance suite on ${name}`, () => {
    const suite = { baseUrl: '', longPollTimeoutMs, subscriptions: false }
    let stop: () => Promise<void>

    beforeAll(async () => {
      const { database, close } = await open()
      const store = createStreamStore(database, { now: Date.now })
      const server = await listen(openStreams({ store, now: Date.now, longPollTimeoutMs }))
      suite.baseUrl = server.url
      stop = async () => {
        await server.close()
        await close()
      }
    })
    afterAll(() => stop())

    runConformanceTests(suite)
  })
}

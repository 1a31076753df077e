import { defineConfig } from 'vitest/config'

const deep = process.env.ATELIER_TESTS === 'deep'
// Vitest itself leaves a core to the person who watches; two files at a time is what the smallest machine can do.
const atOnce = 2
/** Files that wait for servers most of the time can be more than there are cores. */
const waitingAtOnce = 3

/** The tests that a pattern without an ending names: the deep ones, or all others. */
const tests = (...patterns: string[]) => ({
  include: patterns.map((pattern) => `${pattern}${deep ? '.deep' : ''}.test.ts`),
  exclude: ['**/node_modules/**', ...(deep ? [] : ['**/*.deep.test.ts'])],
})
/** What starts, kills and restarts servers and waits for them most of the time, without a browser. */
const processes = [
  'faults',
  'generationKill',
  'hostile',
  'kill',
  'replyKill',
  'resilience',
  'servers*',
  'start',
  'summary',
  'testServers',
]

const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // Files leave nothing for the next one, so that modules, a browser and a studio serve all files of a worker.
  isolate: false,
  setupFiles: [`${import.meta.dirname}/scripts/tests/measureCpu.ts`],
}
/**
 * Files that start hundreds of processes of git. They have workers of their own, since starting one takes the
 * longer the more memory its parent holds.
 */
const repository = [
  'packages/repository/src/**/*',
  'apps/server/src/content/repository/**/*',
  'apps/server/src/content/movingLocales',
]
/** Files that measure how long the server is at work at a time: the memory of other files would be collected meanwhile. */
const measured = [
  'ai/checkWrites',
  'content/forms/flood',
  'content/site/markdownReader',
  'content/modelChange',
  'content/turns',
  'heavy/heavyCalls',
  'import/import',
  'publish/export',
].map((name) => `apps/server/src/${name}`)
const server = {
  ...shared,
  globalSetup: `${import.meta.dirname}/apps/server/testing/globalSetup.ts`,
  maxWorkers: atOnce,
  testTimeout: 90_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}
/** What a browser shows takes as long as the machine is busy. */
const patient = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    sequence: { sequencer: (await import('./scripts/tests/sequencer.ts')).default },
    projects: [
      // Groups run one after another, so that browsers share the machine with nothing else.
      {
        test: {
          ...shared,
          include: tests(
            'packages/*/src/**/*',
            'packages/*/testing/**/*',
            'apps/studio/src/**/*',
            'scripts/**/*',
            'e2e/wire/**/*',
            'e2e/sync/**/*',
          ).include,
          exclude: [...tests().exclude, ...tests(...repository).include],
          name: 'unit',
          sequence: { groupOrder: 1 },
          maxWorkers: atOnce,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...server,
          ...tests(...repository),
          name: 'repository',
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...server,
          include: tests('apps/server/src/**/*', 'apps/cli/src/**/*').include,
          exclude: [...tests().exclude, ...tests(...repository, ...measured).include],
          name: 'server',
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...server,
          ...tests(...measured),
          isolate: true,
          name: 'measured',
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...shared,
          ...patient,
          ...tests(...processes.map((name) => `e2e/${name}`)),
          name: 'process',
          sequence: { groupOrder: 4 },
          maxWorkers: waitingAtOnce,
        },
      },
      {
        test: {
          ...shared,
          ...patient,
          include: tests('e2e/*').include,
          exclude: [...tests().exclude, ...tests(...processes.map((name) => `e2e/${name}`)).include],
          name: 'e2e',
          sequence: { groupOrder: 5 },
          setupFiles: [...shared.setupFiles, `${import.meta.dirname}/e2e/support/traces.ts`],
          maxWorkers: atOnce,
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

const node = { environment: 'node' as const, pool: 'forks' as const, testTimeout: 60_000, hookTimeout: 120_000 }
// Vitest itself leaves a core to the person who watches; two files at a time is what the smallest machine can do.
const atOnce = 2
/** What starts, kills and restarts servers and waits for them most of the time, without a browser. */
const processes = ['faults', 'hostile', 'kill', 'resilience', 'servers', 'summary'].map((name) => `e2e/${name}.test.ts`)

/**
 * Files of the server that start hundreds of processes of git. They have processes of their own, since starting one takes the
 * longer the more memory its parent holds.
 */
const repository = ['repository/**/*', 'movingLocales'].map((name) => `apps/server/src/content/${name}.test.ts`)
/** What all tests of the server share: the modules of a process, the programs that they start, and patience with a busy machine. */
const server = {
  ...node,
  isolate: false,
  maxWorkers: atOnce,
  globalSetup: 'apps/server/src/testing/globalSetup.ts',
  testTimeout: 90_000,
  expect: { poll: { timeout: 30_000 } },
}

/** What a browser shows takes as long as the machine is busy. */
const browserPolls = { poll: { timeout: 15_000 } }

export default defineConfig({
  test: {
    projects: [
      // Groups run one after another, so that browsers share the machine with nothing else.
      {
        test: {
          ...node,
          sequence: { groupOrder: 1 },
          name: 'unit',
          // Files leave nothing for the next one, so that each module is loaded once and not once for each file.
          isolate: false,
          maxWorkers: atOnce,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/studio/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'e2e/wire/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...server,
          sequence: { groupOrder: 2 },
          name: 'repository',
          include: repository,
        },
      },
      {
        test: {
          ...server,
          sequence: { groupOrder: 3 },
          name: 'server',
          include: ['apps/*/src/**/*.test.ts'],
          exclude: ['apps/studio/**', ...repository, '**/node_modules/**'],
        },
      },
      {
        test: {
          ...node,
          sequence: { groupOrder: 4 },
          name: 'process',
          maxWorkers: atOnce,
          include: processes,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: browserPolls,
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          sequence: { groupOrder: 5 },
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/wire/**', ...processes, '**/node_modules/**'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: browserPolls,
          maxWorkers: atOnce,
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

const node = { environment: 'node' as const, pool: 'forks' as const, testTimeout: 60_000, hookTimeout: 120_000 }
// Vitest itself leaves a core to the person who watches; two files at a time is what the smallest machine can do.
const atOnce = 2
/** What starts, kills and restarts servers and waits for them most of the time, without a browser. */
const processes = ['faults', 'hostile', 'kill', 'resilience', 'servers', 'summary'].map((name) => `e2e/${name}.test.ts`)

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
          // Pure functions and their packages: nothing of one file is left for the next, and each module is loaded once.
          isolate: false,
          maxWorkers: atOnce,
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/wire/**/*.test.ts'],
        },
      },
      {
        test: {
          ...node,
          sequence: { groupOrder: 2 },
          name: 'server',
          maxWorkers: atOnce,
          include: ['apps/*/src/**/*.test.ts'],
          testTimeout: 90_000,
        },
      },
      {
        test: {
          ...node,
          sequence: { groupOrder: 3 },
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
          sequence: { groupOrder: 4 },
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/wire/**', ...processes, '**/node_modules/**'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: browserPolls,
          // A browser that is starved for seconds loses a press. What passes the second time alone is listed with its retry.
          retry: 1,
          maxWorkers: atOnce,
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

const node = { environment: 'node' as const, pool: 'forks' as const, testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      // Groups run one after another, so that browsers and killed servers have the machine to themselves.
      {
        test: {
          ...node,
          sequence: { groupOrder: 1 },
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/wire/**/*.test.ts'],
        },
      },
      {
        test: {
          ...node,
          sequence: { groupOrder: 2 },
          name: 'server',
          include: ['apps/*/src/**/*.test.ts'],
          testTimeout: 90_000,
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          sequence: { groupOrder: 3 },
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/wire/**', '**/node_modules/**'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})

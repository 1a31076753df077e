import { defineConfig } from 'vitest/config'

const node = { environment: 'node' as const, pool: 'forks' as const, testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { ...node, name: 'unit', include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      { test: { ...node, name: 'server', include: ['apps/*/src/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
})

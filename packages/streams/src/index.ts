export * from './commit.ts'
export * from './database.ts'
export * from './store.ts'

export * from './executor.ts'
export * from './message.ts'
export * from './provider.ts'
export * from './rehearsal.ts'

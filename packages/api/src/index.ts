export * from './auth.ts'
export * from './common.ts'
export * from './people.ts'
export * from './route.ts'

export * from './view.ts'

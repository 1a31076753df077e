export * from './envelope.ts'
export * from './operation.ts'
export * from './toolbox.ts'
export * from './validate.ts'

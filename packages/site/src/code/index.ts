export { type AppliedCode, appliedCode } from './applies.ts'
export * from './assets.ts'
export {
  CodeScope,
  type CodeType,
  normalizeRuntime,
  type Runtime,
  RuntimeInput,
  type ScriptRuntime,
  type StyleRuntime,
} from './runtime.ts'
export { refuseStyle } from './styleSafety.ts'

export * from './account.ts'
export * from './agent.ts'
export * from './approvals.ts'
export * from './bridge.ts'
export * from './client.ts'
export * from './people.ts'
export * from './projects.ts'
export type {
  Credential,
  Model,
  Rehearsal,
  RunChanges,
  ScopeDefault,
  Session,
  SessionSnapshot,
  Suggestion,
  UndoResult,
} from './schemas.ts'
export * from './usage.ts'

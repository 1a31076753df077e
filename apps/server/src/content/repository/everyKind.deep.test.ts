/** Slow by design: sixteen models, each of whose commits is read and checked. */
import { everyKindCases } from './everyKind.cases.ts'

everyKindCases(
  'every kind, type, constraint and layout is written so that the strict check finds nothing in any commit',
  ['single', 'file', 'suffix', 'directory'],
)

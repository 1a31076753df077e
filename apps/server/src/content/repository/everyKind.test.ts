import { everyKindCases } from './everyKind.cases.ts'

everyKindCases('every kind, type and constraint is written so that the strict check finds nothing in any commit', [
  'single',
  'file',
])

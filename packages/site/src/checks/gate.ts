import type { View } from '@atelier/documents'
import { settings } from '../document/pages.ts'
import type { Finding } from './finding.ts'

/** Which findings block publishing: the project's setting `settings/checkGate`. */
export type CheckGate = 'off' | 'errors' | 'warnings'

export function checkGate(site: View): CheckGate {
  const { checkGate: gate } = settings(site)
  return gate === 'errors' || gate === 'warnings' ? gate : 'off'
}

/** The findings that block publishing. */
export function blockingFindings(site: View, findings: readonly Finding[]): Finding[] {
  const gate = checkGate(site)
  if (gate === 'off') return []
  return findings.filter(({ severity }) => severity === 'error' || (gate === 'warnings' && severity === 'warning'))
}

/** The treatment of a run's findings: the project's setting `settings/checkAfterRuns`. */
export type CheckAfterRuns = 'off' | 'show' | 'tell'

/** `tell`, the default, shows the findings to the user and reports errors to the model once; `show` only shows them. */
export function checkAfterRuns(site: View): CheckAfterRuns {
  const { checkAfterRuns: after } = settings(site)
  return after === 'off' || after === 'show' ? after : 'tell'
}

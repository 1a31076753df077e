import { type Static, Type } from 'typebox'

/** Something on a site that its visitors would stumble over. */
export const Finding = Type.Object({
  /** Which check found it: `broken-link`, `missing-alt`, … */
  code: Type.String(),
  severity: Type.Enum(['error', 'warning', 'note']),
  message: Type.String(),
  /** What to do about it. */
  hint: Type.String(),
  /** The document that it is in; that of the site where it is about the stylesheet or the tokens. */
  documentId: Type.String(),
  nodeId: Type.Optional(Type.String()),
  /** The rule that it is about. */
  selector: Type.Optional(Type.String()),
  /** What stands there. */
  excerpt: Type.Optional(Type.String()),
})
export type Finding = Static<typeof Finding>
export type Severity = Finding['severity']

const WEIGHT: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 }

/** The worst first; of equal ones as they were found. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity])
}

/** Tells findings apart from one state of a site to the next. */
function findingKey({ code, documentId, nodeId, selector, excerpt }: Finding): string {
  return [code, documentId, nodeId ?? '', selector ?? '', excerpt ?? ''].join('\n')
}

/** Those that were not there before. */
export function newFindings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Set(before.map(findingKey))
  return after.filter((finding) => !known.has(findingKey(finding)))
}

export function countFindings(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

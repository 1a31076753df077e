import { type Static, Type } from 'typebox'

/** A problem of a site that its visitors would notice. */
export const Finding = Type.Object({
  /** Which check found it: `broken-link`, `missing-alt`, … */
  code: Type.String(),
  severity: Type.Enum(['error', 'warning', 'note']),
  message: Type.String(),
  /** How to fix it. */
  hint: Type.String(),
  /** The document that has the problem; the site's document if the problem is in the stylesheet or the tokens. */
  documentId: Type.String(),
  nodeId: Type.Optional(Type.String()),
  /** The selector of the rule that has the problem. */
  selector: Type.Optional(Type.String()),
  /** The source at the problem. */
  excerpt: Type.Optional(Type.String()),
})
export type Finding = Static<typeof Finding>
export type Severity = Finding['severity']

const WEIGHT: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 }

/** Sorts findings by severity, the worst first; findings of equal severity keep their order. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity])
}

/** Identifies a finding across two states of a site. */
function findingKey({ code, documentId, nodeId, selector, excerpt }: Finding): string {
  return [code, documentId, nodeId ?? '', selector ?? '', excerpt ?? ''].join('\n')
}

/** The findings of `after` that `before` does not contain. */
export function newFindings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Set(before.map(findingKey))
  return after.filter((finding) => !known.has(findingKey(finding)))
}

export function countFindings(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

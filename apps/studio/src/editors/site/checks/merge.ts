import type { Finding } from '@atelier/site'

/** Findings at several widths, once for each node, with all of the widths as its excerpt. */
export function mergeWidths(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    const key = `${finding.code} ${finding.nodeId ?? ''}`
    const before = merged.get(key)
    merged.set(key, before ? { ...before, excerpt: `${before.excerpt}, ${finding.excerpt}` } : finding)
  }
  return [...merged.values()]
}

/** Findings of the documents and those of a rendering together; a picture that both find missing is reported once. */
export function withoutKnown(findings: readonly Finding[], rendered: readonly Finding[]): Finding[] {
  const known = new Set(findings.map(({ code, nodeId }) => `${code} ${nodeId ?? ''}`))
  return [...findings, ...rendered.filter(({ code, nodeId }) => !known.has(`${code} ${nodeId ?? ''}`))]
}

export interface FindingGroup {
  documentId: string
  findings: readonly Finding[]
}

/** Grouped by document: the open one first, then as they come, so those with the worst findings lead. */
export function groupFindings(findings: readonly Finding[], open: string | undefined): FindingGroup[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = groups.get(finding.documentId)
    if (group) group.push(finding)
    else groups.set(finding.documentId, [finding])
  }
  return [...groups]
    .map(([documentId, found]) => ({ documentId, findings: found }))
    .sort((a, b) => Number(b.documentId === open) - Number(a.documentId === open))
}

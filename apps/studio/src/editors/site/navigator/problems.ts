import type { Finding } from '@atelier/site'

/** A node's findings: how bad the worst is, and every sentence. */
export interface NodeProblem {
  severity: Exclude<Finding['severity'], 'note'>
  text: string
}

/** The errors and warnings of one document, by node. @param findings the worst first */
export function problemsOf(findings: readonly Finding[], documentId: string | undefined): Map<string, NodeProblem> {
  const problems = new Map<string, NodeProblem>()
  for (const finding of findings) {
    const { severity, nodeId, message } = finding
    if (finding.documentId !== documentId || nodeId === undefined || severity === 'note') continue
    const known = problems.get(nodeId)
    problems.set(nodeId, known ? { ...known, text: `${known.text}\n${message}` } : { severity, text: message })
  }
  return problems
}

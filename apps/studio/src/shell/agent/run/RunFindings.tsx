import type { RunFinding } from '@atelier/agent'
import { FindingLine, numbered } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import styles from './RunCard.module.css'

export interface RunFindingsProps {
  findings: readonly RunFinding[]
  /** The title of a page by its document's id; none for a document that the canvas does not show. */
  documentTitle: (documentId: string) => string | undefined
  onSelect: (nodeId: string, documentId: string) => void
}

/** The findings about a run's changes, folded to a line. */
export function RunFindings({ findings, documentTitle, onSelect }: RunFindingsProps) {
  return (
    <details className={styles.findings}>
      <summary>{strings.checksItRaised(findings.length)}</summary>
      <div>
        {numbered(findings, (finding) => {
          const { nodeId, documentId } = finding
          const title = documentId === undefined ? undefined : documentTitle(documentId)
          const canShow = nodeId !== undefined && documentId !== undefined && title !== undefined
          return (
            <FindingLine
              finding={title === undefined ? finding : { ...finding, excerpt: title }}
              onSelect={canShow ? () => onSelect(nodeId, documentId) : undefined}
            />
          )
        })}
      </div>
    </details>
  )
}

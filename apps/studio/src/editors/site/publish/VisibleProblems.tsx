import { type Finding, page as pageEntry, VISIBLE_KINDS, visibleKind } from '@atelier/site'
import { useQuery } from '@tanstack/react-query'
import { publishProblemsQuery } from '../../../api/checks.ts'
import styles from '../../../shell/bar/Bar.module.css'
import * as words from '../../../shell/publish/strings.ts'
import { FindingLine } from '../../../ui/FindingLine.tsx'
import { numbered } from '../../../ui/numbered.tsx'
import { useEditor } from '../session/context.ts'

/** How many problems of one kind are listed. */
const LISTED = 20

/** The problems that visitors would see at once, by kind; each leads to its place on the page. */
export function VisibleProblems({ onLeave }: { onLeave: () => void }) {
  const { projectId } = useEditor()
  const { data } = useQuery(publishProblemsQuery(projectId))
  const kinds = VISIBLE_KINDS.filter((kind) => (data?.counts[kind] ?? 0) > 0)
  if (!data || kinds.length === 0) return null
  return (
    <section className={styles.changes} aria-label={words.visitorsWouldSee}>
      <p className="quiet">{words.visitorsWouldSee}</p>
      {kinds.map((kind) => {
        const own = data.findings.filter((finding) => visibleKind(finding) === kind)
        const left = data.counts[kind] - Math.min(own.length, LISTED)
        return (
          <details key={kind}>
            <summary>{words.problemCounts[kind](data.counts[kind])}</summary>
            {numbered(own.slice(0, LISTED), (finding) => (
              <ProblemLine finding={finding} onLeave={onLeave} />
            ))}
            {left > 0 && <p className="quiet">{words.andMore(left)}</p>}
          </details>
        )
      })}
    </section>
  )
}

/** A finding; a click opens its page and selects its node. */
export function ProblemLine({ finding, onLeave }: { finding: Finding; onLeave: () => void }) {
  const session = useEditor()
  const view = session.site.get()?.local.view
  const isPage = view !== undefined && pageEntry(view, finding.documentId) !== undefined
  const show = () => {
    session.openPage(finding.documentId)
    session.select(finding.nodeId)
    onLeave()
  }
  return <FindingLine finding={finding} onSelect={isPage ? show : undefined} />
}

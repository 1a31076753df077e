import { countFindings, type Finding, page as pageEntry } from '@atelier/site'
import { ListChecks } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FindingLine } from '../../../ui/FindingLine.tsx'
import { warmUp } from '../../../ui/lazyWhenIdle.ts'
import { useCompact } from '../../../ui/media.ts'
import { numbered } from '../../../ui/numbered.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { count } from '../../../ui/words.ts'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import styles from './Checks.module.css'
import { badgeOf, countsInWords, listedFindings } from './counts.ts'
import { groupFindings } from './merge.ts'
import * as strings from './strings.ts'
import type { Found, Watch } from './watch.ts'

/** The page itself comes first, in milliseconds. */
const afterStart = 1_500
/** The most findings of one page that are listed. */
const listed = 60

/** How many things visitors would stumble over, and the list of them. */
export function Checks() {
  const session = useEditor()
  const compact = useCompact()
  const [found, setFound] = useState<Found>()
  const [open, setOpen] = useState(false)
  const watch = useRef<Watch | undefined>(undefined)
  const isOpen = useRef(open)
  isOpen.current = open

  useEffect(() => {
    let stopped = false
    // Where its code cannot be had, there is no count; the page itself can be edited.
    warmUp(async () => {
      if (stopped) return
      const { watchChecks } = await import('./watch.ts')
      if (stopped) return
      watch.current = watchChecks(session, (next) => {
        setFound(next)
        patchStore(session.state, { findings: next.findings })
      })
      if (isOpen.current) watch.current.setMeasuring(true)
    }, afterStart)
    return () => {
      stopped = true
      watch.current?.stop()
      watch.current = undefined
    }
  }, [session])
  useEffect(() => watch.current?.setMeasuring(open), [open])

  const findings = found?.findings ?? []
  const badge = badgeOf(findings)
  return (
    <Popover
      label={strings.checksTitle}
      open={open}
      onOpenChange={setOpen}
      align="end"
      bare
      trigger={
        <Button
          variant="quiet"
          className={styles.trigger}
          aria-label={found ? strings.checks(countsInWords(countFindings(findings))) : 'Checks'}
          title={strings.checksTitle}
          icon={<ListChecks size={16} />}
        >
          {badge && (
            <span className={styles.count} data-worst={badge.worst}>
              {badge.text}
            </span>
          )}
        </Button>
      }
    >
      <Panel
        found={found}
        onSelect={(finding) => {
          session.openPage(finding.documentId)
          session.select(finding.nodeId)
          // There the list lies over the page.
          if (compact) setOpen(false)
        }}
      />
    </Popover>
  )
}

function Panel({ found, onSelect }: { found: Found | undefined; onSelect: (finding: Finding) => void }) {
  const site = useSite()
  const current = useEditorState((state) => state.documentId)
  const [notes, setNotes] = useState(false)
  useSiteVersion()
  const all = found?.findings ?? []
  const counts = countFindings(all)
  const groups = groupFindings(listedFindings(all, notes), current)
  const title = (id: string) =>
    (site && pageEntry(site.local.view, id)?.title) ??
    (id === site?.document.id ? strings.stylesAndTokens : strings.aPage)
  return (
    <section className={styles.panel} aria-label={strings.checksTitle}>
      <header className={styles.head}>
        <h2 className="type-heading">{strings.checksTitle}</h2>
        <span className="ms-auto tabular-nums quiet" role="status">
          {found ? (found.busy ? strings.lookingAtEveryWidth : countsInWords(counts)) : 'Looking…'}
        </span>
      </header>
      {!found && (
        <div className={styles.loading}>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </div>
      )}
      {found?.problem && <p className={styles.problem}>{strings.siteNotChecked(found.problem)}</p>}
      {found && groups.length === 0 && (
        <EmptyState icon={<ListChecks size={18} />} title={strings.nothingIsWrong}>
          {strings.nothingWrongHint}
        </EmptyState>
      )}
      <div className={styles.groups} data-findings>
        {groups.map(({ documentId, findings }) => (
          <section key={documentId} aria-label={title(documentId)}>
            <h3 className={styles.page}>
              {title(documentId)}
              <span className="ms-auto tabular-nums quiet">{findings.length}</span>
            </h3>
            {numbered(findings.slice(0, listed), (finding) => (
              <FindingLine
                finding={finding}
                onSelect={site && pageEntry(site.local.view, finding.documentId) ? () => onSelect(finding) : undefined}
              />
            ))}
            {findings.length > listed && <p className={styles.more}>{strings.andMore(findings.length - listed)}</p>}
          </section>
        ))}
      </div>
      {counts.note > 0 && (
        <footer className={styles.foot}>
          <Button size="sm" variant="quiet" aria-expanded={notes} onClick={() => setNotes(!notes)}>
            {notes ? strings.hideNotes : `Show ${count(counts.note, 'note')}`}
          </Button>
        </footer>
      )}
    </section>
  )
}

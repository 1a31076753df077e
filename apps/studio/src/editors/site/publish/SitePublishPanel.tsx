import type { Release } from '@atelier/api'
import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { Download, GitCompare } from 'lucide-react'
import { checksQuery } from '../../../api/checks.ts'
import { errorOf } from '../../../api/client.ts'
import { projectQuery } from '../../../api/projects.ts'
import { exportUrl } from '../../../api/versions.ts'
import { useStore } from '../../../documents/store.ts'
import styles from '../../../shell/bar/Bar.module.css'
import { PublishPanel } from '../../../shell/publish/PublishPanel.tsx'
import { onlyReads } from '../../../shell/publish/releaseWords.ts'
import * as words from '../../../shell/publish/strings.ts'
import { UnreleasedEntries } from '../../../shell/publish/UnreleasedEntries.tsx'
import type { Publication } from '../../../shell/publish/usePublication.ts'
import { Button } from '../../../ui/Button.tsx'
import { numbered } from '../../../ui/numbered.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { ago, dateAndTime } from '../../../ui/words.ts'
import { ChangeLines } from '../history/ChangeLines.tsx'
import { useEditor } from '../session/context.ts'
import { showComparison } from '../session/state.ts'
import { findingsInTheWay, publishButton } from './publishing.ts'
import * as strings from './strings.ts'
import { ProblemLine, VisibleProblems } from './VisibleProblems.tsx'

export interface SitePublishPanelProps {
  publication: Publication
  /** Puts an earlier release back online. */
  restore: UseMutationResult<Release, Error, string>
  /** Closes the panel. */
  onLeave: () => void
}

/** Publishes the site, shows its status, and restores an earlier release. */
export function SitePublishPanel({ publication, restore, onLeave }: SitePublishPanelProps) {
  const session = useEditor()
  const { projectId } = session
  const { releases, live, unpublished, publish, isFresh, forgetFresh } = publication
  const unsaved = useStore(session.connection.status, ({ unsaved: edits }) => edits)
  const role = useQuery(projectQuery(projectId)).data?.role
  const reads = onlyReads(role)

  const all = releases.data?.releases ?? []
  const isHeld = publish.error !== null && errorOf(publish.error).code === 'publish_held'
  const go = () => {
    restore.reset()
    publish.mutate({ despiteFindings: isHeld })
  }
  const { documents: changes, versionId, content } = unpublished.data ?? {}
  const button = publishButton({
    isLive: live !== undefined,
    fresh: isFresh,
    changes: changes && changes.length + (content?.count ?? 0),
    unsaved,
    held: isHeld,
    pending: publish.isPending,
  })
  return (
    <PublishPanel
      publication={publication}
      error={restore.error}
      failure={isHeld ? { title: strings.heldByChecks, hint: strings.heldByChecksHint } : undefined}
      obstacles={isHeld ? <Held onLeave={onLeave} /> : <VisibleProblems onLeave={onLeave} />}
      changes={
        changes && (
          <>
            {changes.length === 0 && !content?.count && <p className="quiet">{words.nothingHasChangedSince}</p>}
            {changes.length > 0 && <ChangeLines documents={changes} />}
            {content && <UnreleasedEntries projectId={projectId} {...content} />}
          </>
        )
      }
      review={
        versionId !== undefined &&
        changes &&
        changes.length > 0 && (
          <Button full icon={<GitCompare size={14} />} onClick={() => showComparison(session.state, { of: 'release' })}>
            {strings.compareWithTheRelease}
          </Button>
        )
      }
    >
      {reads ? (
        <p className="quiet">{words.readersCannotPublish}</p>
      ) : (
        <Button variant={button.variant} full busy={publish.isPending} disabled={button.disabled} onClick={go}>
          {button.label}
        </Button>
      )}
      <a className={styles.export} href={exportUrl(projectId)} download>
        <Download size={14} />
        {strings.exportAsZip}
      </a>
      {all.length > 1 && (
        <ul className={styles.releases} aria-label={strings.releases}>
          {all.map((release) => (
            <ReleaseLine
              key={release.id}
              release={release}
              busy={restore.isPending && restore.variables === release.id}
              onRestore={
                reads
                  ? undefined
                  : () => {
                      publish.reset()
                      forgetFresh()
                      restore.mutate(release.id)
                    }
              }
            />
          ))}
        </ul>
      )}
    </PublishPanel>
  )
}

/** The reasons that keep the site from being published; each leads to its place on the page. */
function Held({ onLeave }: { onLeave: () => void }) {
  const session = useEditor()
  const checks = useQuery(checksQuery(session.projectId))
  const { findings = [], gate } = checks.data ?? {}
  const inTheWay = findingsInTheWay(findings, gate)
  const most = 20
  return (
    <section className={styles.changes} aria-label={strings.whatKeepsItBack}>
      {checks.isPending && <Skeleton width="70%" height={14} />}
      {numbered(inTheWay.slice(0, most), (finding) => (
        <ProblemLine finding={finding} onLeave={onLeave} />
      ))}
      {inTheWay.length > most && <p className="quiet">{words.andMore(inTheWay.length - most)}</p>}
    </section>
  )
}

function ReleaseLine({ release, busy, onRestore }: { release: Release; busy: boolean; onRestore?: () => void }) {
  return (
    <li className={styles.release}>
      <span className={styles.number}>{`#${release.number}`}</span>
      <span className="grow color-secondary" title={dateAndTime(release.createdAt)}>
        {ago(release.createdAt)}
      </span>
      {release.live ? (
        <span className={styles.isLive}>{strings.online}</span>
      ) : (
        onRestore && (
          <Button size="sm" variant="quiet" busy={busy} onClick={onRestore}>
            {strings.putBack}
          </Button>
        )
      )}
    </li>
  )
}

import type { PublishProgress, Release } from '@atelier/api'
import { page as pageEntry } from '@atelier/site'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, ExternalLink, GitCompare } from 'lucide-react'
import { useState } from 'react'
import { checksQuery } from '../../../api/checks.ts'
import { errorOf, unwrap } from '../../../api/client.ts'
import { projectQuery, releasesQuery, restoreRelease } from '../../../api/projects.ts'
import { publishWithProgress } from '../../../api/publish.ts'
import { exportUrl, unpublishedQuery } from '../../../api/versions.ts'
import { useStore } from '../../../documents/store.ts'
import styles from '../../../shell/bar/Bar.module.css'
import { onlyReads, progressText, releaseFacts, shortAddress } from '../../../shell/publish/releaseWords.ts'
import * as words from '../../../shell/publish/strings.ts'
import { UnreleasedEntries } from '../../../shell/publish/UnreleasedEntries.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { FindingLine } from '../../../ui/FindingLine.tsx'
import { focusIfScrolls } from '../../../ui/focusIfScrolls.ts'
import { numbered } from '../../../ui/numbered.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { ago, dateAndTime } from '../../../ui/words.ts'
import { ChangeLines } from '../history/ChangeLines.tsx'
import { useEditor } from '../session/context.ts'
import { compare } from '../session/state.ts'
import { findingsInTheWay, publishButton } from './publishing.ts'
import * as strings from './strings.ts'

/** Publishes the site, shows its status, and restores an earlier release. */
export function Publish({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const session = useEditor()
  const queries = useQueryClient()
  const { projectId } = session
  const releases = useQuery({ ...releasesQuery(projectId), enabled: open })
  const unsaved = useStore(session.connection.status, ({ unsaved: edits }) => edits)
  const changed = () => queries.invalidateQueries({ queryKey: ['projects'] })
  const unpublished = useQuery({ ...unpublishedQuery(projectId), enabled: open })
  const [progress, setProgress] = useState<PublishProgress>()
  const publish = useMutation({
    mutationFn: (despiteFindings: boolean) =>
      unwrap(publishWithProgress(projectId, { despiteFindings, onProgress: setProgress })),
    onSettled: () => {
      setProgress(undefined)
      return changed()
    },
  })
  const restore = useMutation({
    mutationFn: (id: string) => unwrap(restoreRelease(projectId, id)),
    onSettled: changed,
  })
  const [fresh, setFresh] = useState(false)
  const role = useQuery(projectQuery(projectId)).data?.role
  const reads = onlyReads(role)

  const all = releases.data?.releases ?? []
  const live = all.find((release) => release.live)
  const failure = publish.error ?? restore.error ?? releases.error
  const held = publish.error && errorOf(publish.error).code === 'publish_held'
  const go = (despiteFindings = false) => {
    restore.reset()
    publish.mutate(despiteFindings, { onSuccess: () => setFresh(true) })
  }
  const { documents: changes, versionId, content } = unpublished.data ?? {}
  const button = publishButton({
    isLive: live !== undefined,
    fresh,
    changes: changes && changes.length + (content?.count ?? 0),
    unsaved,
    held: held === true,
    pending: publish.isPending,
  })
  return (
    <Popover
      label={words.publish}
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        if (!next) setFresh(false)
      }}
      align="end"
      trigger={<Button variant="primary">{words.publish}</Button>}
    >
      <div className={styles.panel}>
        {releases.isPending && <Skeleton height={36} radius={8} />}
        {live && (
          <a className={styles.link} href={live.url} target="_blank" rel="noreferrer">
            <span>{shortAddress(live.url)}</span>
            <ExternalLink size={14} style={{ flex: 'none' }} />
          </a>
        )}
        {releases.isSuccess && <p className="quiet">{releaseFacts(live, fresh)}</p>}
        {failure && (
          <ErrorNote title={held ? strings.heldByChecks : errorOf(failure).message}>
            {held ? strings.heldByChecksHint : (errorOf(failure).hint ?? words.publishFailedHint)}
          </ErrorNote>
        )}
        {held && <Held onLeave={() => onOpenChange(false)} />}
        {live && changes && !publish.isPending && (
          <section className={styles.changes} aria-label={words.unpublishedChanges} ref={focusIfScrolls}>
            {changes.length === 0 && !content?.count && <p className="quiet">{words.nothingHasChangedSince}</p>}
            {changes.length > 0 && <ChangeLines documents={changes} />}
            {content && <UnreleasedEntries projectId={projectId} {...content} />}
          </section>
        )}
        {versionId !== undefined && changes && changes.length > 0 && (
          <Button full icon={<GitCompare size={14} />} onClick={() => compare(session.state, { of: 'release' })}>
            {strings.compareWithTheRelease}
          </Button>
        )}
        {progress && (
          <p className="quiet" role="status">
            {progressText(progress)}
          </p>
        )}
        {reads ? (
          <p className="quiet">{words.readersCannotPublish}</p>
        ) : (
          <Button
            variant={button.variant}
            full
            busy={publish.isPending}
            disabled={button.disabled}
            onClick={() => go(held === true)}
          >
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
                        setFresh(false)
                        restore.mutate(release.id)
                      }
                }
              />
            ))}
          </ul>
        )}
      </div>
    </Popover>
  )
}

/** What keeps the site from being published; each leads to its place on the page. */
function Held({ onLeave }: { onLeave: () => void }) {
  const session = useEditor()
  const checks = useQuery(checksQuery(session.projectId))
  const { findings = [], gate } = checks.data ?? {}
  const inTheWay = findingsInTheWay(findings, gate)
  const most = 20
  return (
    <section className={styles.changes} aria-label={strings.whatKeepsItBack}>
      {checks.isPending && <Skeleton width="70%" height={14} />}
      {numbered(inTheWay.slice(0, most), (finding) => {
        const view = session.site.get()?.local.view
        const isPage = view !== undefined && pageEntry(view, finding.documentId) !== undefined
        const show = () => {
          session.openPage(finding.documentId)
          session.select(finding.nodeId)
          onLeave()
        }
        return <FindingLine finding={finding} onSelect={isPage ? show : undefined} />
      })}
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { errorOf, unwrap } from '../../api/client.ts'
import { projectQuery, publishProject, releasesQuery, restoreRelease } from '../../api/projects.ts'
import type { Release } from '../../api/schemas.ts'
import { useStore } from '../../documents/store.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Skeleton } from '../../ui/Spinner.tsx'
import { useEditor } from '../context.ts'
import styles from './Bar.module.css'
import { ago, bytes, count } from './words.ts'

/** Publishes the site, shows where it stands, and puts an earlier release back. */
export function Publish({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const session = useEditor()
  const queries = useQueryClient()
  const { projectId } = session
  const releases = useQuery({ ...releasesQuery(projectId), enabled: open })
  const unsaved = useStore(session.connection.status, ({ unsaved: edits }) => edits)
  const changed = () => queries.invalidateQueries({ queryKey: ['projects'] })
  const publish = useMutation({ mutationFn: () => unwrap(publishProject(projectId)), onSettled: changed })
  const restore = useMutation({
    mutationFn: (id: string) => unwrap(restoreRelease(projectId, id)),
    onSettled: changed,
  })
  const [fresh, setFresh] = useState(false)
  const role = useQuery(projectQuery(projectId)).data?.role
  const reads = role === 'viewer' || role === 'reviewer'

  const all = releases.data?.releases ?? []
  const live = all.find((release) => release.live)
  const failure = publish.error ?? restore.error ?? releases.error
  const go = () => {
    restore.reset()
    publish.mutate(undefined, { onSuccess: () => setFresh(true) })
  }
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        if (!next) setFresh(false)
      }}
      align="end"
      trigger={<Button variant="primary">Publish</Button>}
    >
      <div className={styles.panel}>
        {releases.isPending && <Skeleton height={36} radius={8} />}
        {live && (
          <a className={styles.link} href={live.url} target="_blank" rel="noreferrer">
            <span>{withoutScheme(live.url)}</span>
            <ExternalLink size={14} style={{ flex: 'none' }} />
          </a>
        )}
        {releases.isSuccess && (
          <p className={styles.facts}>
            {live
              ? `${fresh ? 'Published just now' : `Published ${ago(live.createdAt)}`}: ${count(live.pages, 'page')}, ${bytes(live.bytes)}.`
              : 'Nothing is published yet. Publishing writes every page as static files and puts them online at once.'}
          </p>
        )}
        {failure && (
          <ErrorNote title={errorOf(failure).message}>
            {errorOf(failure).hint ?? 'The site that is online stays as it was. Try again.'}
          </ErrorNote>
        )}
        {reads ? (
          <p className={styles.facts}>Your role reads this project. Its editors publish it.</p>
        ) : (
          <Button
            variant={fresh ? 'secondary' : 'primary'}
            full
            busy={publish.isPending}
            disabled={unsaved > 0 && !publish.isPending}
            onClick={go}
          >
            {unsaved > 0
              ? 'Saving your edits first'
              : live
                ? fresh
                  ? 'Publish again'
                  : 'Publish changes'
                : 'Publish the site'}
          </Button>
        )}
        {all.length > 1 && (
          <ul className={styles.releases} aria-label="Releases">
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

function ReleaseLine({ release, busy, onRestore }: { release: Release; busy: boolean; onRestore?: () => void }) {
  return (
    <li className={styles.release}>
      <span className={styles.number}>{`#${release.number}`}</span>
      <span className={styles.when} title={new Date(release.createdAt).toLocaleString()}>
        {ago(release.createdAt)}
      </span>
      {release.live ? (
        <span className={styles.isLive}>Online</span>
      ) : (
        onRestore && (
          <Button size="sm" variant="quiet" busy={busy} onClick={onRestore}>
            Put back
          </Button>
        )
      )}
    </li>
  )
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

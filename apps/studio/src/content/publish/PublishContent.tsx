import type { PublishProgress } from '@atelier/api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { contentKey } from '../../api/content.ts'
import { errorOf, releasesQuery, unwrap } from '../../api/index.ts'
import { publishWithProgress } from '../../api/publish.ts'
import { unpublishedQuery } from '../../api/versions.ts'
import { useStore } from '../../documents/store.ts'
import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import styles from '../../shell/bar/Bar.module.css'
import { progressText, releaseFacts, shortAddress } from '../../shell/publish/releaseWords.ts'
import * as words from '../../shell/publish/strings.ts'
import { UnreleasedEntries } from '../../shell/publish/UnreleasedEntries.tsx'
import { focusIfScrolls } from '../../ui/focusIfScrolls.ts'
import { Button, ErrorNote, Popover, Segmented, Skeleton } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { settingsQuery } from '../session/reads.ts'
import own from './Publish.module.css'
import * as strings from './strings.ts'

/** Publishes the entries as they are now, and says which of them are new for visitors. */
export function PublishContent() {
  const { session, project, readsOnly } = useContent()
  const { projectId } = session
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const releases = useQuery({ ...releasesQuery(projectId), enabled: open })
  const unpublished = useQuery({ ...unpublishedQuery(projectId), enabled: open })
  const saving = useStore(session.connection.status, ({ state }) => state === 'saving')
  const [progress, setProgress] = useState<PublishProgress>()
  const publish = useMutation({
    mutationFn: () => unwrap(publishWithProgress(projectId, { only: 'content', onProgress: setProgress })),
    onSettled: () => {
      setProgress(undefined)
      return queries.invalidateQueries({ queryKey: ['projects'] })
    },
  })
  const live = releases.data?.releases.find((release) => release.live)
  const { content } = unpublished.data ?? {}
  const failure = publish.error ?? releases.error ?? unpublished.error
  const fresh = publish.data !== undefined && publish.data.unchanged !== true
  const isNew = content !== undefined && content.count > 0
  const label = () => {
    if (saving) return words.savingYourEditsFirst
    return live && !isNew ? words.publishAgain : strings.publishContent
  }
  return (
    <Popover
      label={words.publish}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) publish.reset()
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
        {live && (
          <p className="quiet" role="status">
            {publish.data?.unchanged ? strings.nothingNew : releaseFacts(live, fresh)}
          </p>
        )}
        {failure && (
          <ErrorNote title={errorOf(failure).message}>{errorOf(failure).hint ?? words.publishFailedHint}</ErrorNote>
        )}
        {live && content && !publish.isPending && (
          <div className={styles.changes} ref={focusIfScrolls}>
            {isNew ? (
              <UnreleasedEntries projectId={projectId} {...content} />
            ) : (
              <p className="quiet">{words.nothingHasChangedSince}</p>
            )}
          </div>
        )}
        {progress && (
          <p className="quiet" role="status">
            {progressText(progress)}
          </p>
        )}
        {releases.isSuccess && !live && <p className="quiet">{strings.notOnlineYet}</p>}
        {readsOnly && <p className="quiet">{words.readersCannotPublish}</p>}
        {!readsOnly && live && (
          <>
            <Button
              variant={isNew ? 'primary' : 'secondary'}
              full
              busy={publish.isPending}
              disabled={saving && !publish.isPending}
              onClick={() => publish.mutate()}
            >
              {label()}
            </Button>
            <p className="quiet">{strings.onlyContent}</p>
          </>
        )}
        {releases.isSuccess && !live && (
          <Button full onClick={() => navigate(paths.project(projectId))}>
            {strings.openTheSite}
          </Button>
        )}
        {open && (project.role === 'owner' || project.role === 'admin') && <ReleaseMode />}
      </div>
    </Popover>
  )
}

/** Whether published entries go online by hand or with each change. Shown to those who may change it. */
function ReleaseMode() {
  const { session } = useContent()
  const queries = useQueryClient()
  const settings = useQuery(settingsQuery(session.projectId))
  const save = useMutation({
    mutationFn: (release: 'hand' | 'change') => unwrap(session.run(operations.saveSettings, { release })),
    onSettled: () => queries.invalidateQueries({ queryKey: contentKey(session.projectId) }),
  })
  if (!settings.data) return null
  const mode = save.isPending ? save.variables : settings.data.release
  return (
    <section className={own.mode}>
      <span className={own.label} aria-hidden="true">
        {strings.howContentGoesOnline}
      </span>
      <Segmented
        label={strings.howContentGoesOnline}
        value={mode}
        onChange={(release) => save.mutate(release)}
        options={[
          { value: 'hand', label: strings.byHand },
          { value: 'change', label: strings.withEachChange },
        ]}
      />
      <p className="quiet">{mode === 'hand' ? strings.byHandHint : strings.withEachChangeHint}</p>
      {save.error && <ErrorNote title={errorOf(save.error).message} />}
    </section>
  )
}

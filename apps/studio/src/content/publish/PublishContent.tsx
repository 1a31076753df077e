import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contentKey } from '../../api/content.ts'
import { errorOf, unwrap } from '../../api/index.ts'
import { useStore } from '../../documents/store.ts'
import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { PublishPanel } from '../../shell/publish/PublishPanel.tsx'
import { PublishPopover } from '../../shell/publish/PublishPopover.tsx'
import * as words from '../../shell/publish/strings.ts'
import { UnreleasedEntries } from '../../shell/publish/UnreleasedEntries.tsx'
import { usePublication } from '../../shell/publish/usePublication.ts'
import { Button, ErrorNote, Segmented } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { settingsQuery } from '../session/reads.ts'
import own from './Publish.module.css'
import * as strings from './strings.ts'
import { WaitingEntries } from './WaitingEntries.tsx'

/** Publishes the entries as they are now, and says which of them are new for visitors. */
export function PublishContent() {
  const { session, project, readsOnly } = useContent()
  const { projectId } = session
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const publication = usePublication(projectId, open)
  const { releases, live, unpublished, publish, isFresh, forgetFresh } = publication
  const saving = useStore(session.connection.status, ({ state }) => state === 'saving')
  const { content } = unpublished.data ?? {}
  const isNew = content !== undefined && content.count > 0
  const label = () => {
    if (saving) return words.savingYourEditsFirst
    return live && !isNew ? words.publishAgain : strings.publishContent
  }
  const facts = () => {
    if (!live) return strings.notOnlineYet
    return isFresh && publish.data?.unchanged ? strings.nothingNew : undefined
  }
  return (
    <PublishPopover
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) forgetFresh()
      }}
    >
      <PublishPanel
        publication={publication}
        facts={facts()}
        changes={
          content &&
          (isNew ? (
            <UnreleasedEntries projectId={projectId} {...content} />
          ) : (
            <p className="quiet">{words.nothingHasChangedSince}</p>
          ))
        }
      >
        {open && !readsOnly && <WaitingEntries />}
        {readsOnly && <p className="quiet">{words.readersCannotPublish}</p>}
        {!readsOnly && live && (
          <>
            <Button
              variant={isNew ? 'primary' : 'secondary'}
              full
              busy={publish.isPending}
              disabled={saving && !publish.isPending}
              onClick={() => publish.mutate({ only: 'content' })}
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
        {open && (project.role === 'owner' || project.role === 'admin') && (
          <>
            <PublishMode />
            <ReleaseMode />
          </>
        )}
      </PublishPanel>
    </PublishPopover>
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

/** Whether edits of published entries wait until somebody publishes them. Shown to those who may change it. */
function PublishMode() {
  const { session } = useContent()
  const queries = useQueryClient()
  const settings = useQuery(settingsQuery(session.projectId))
  const save = useMutation({
    mutationFn: (publishEdits: 'wait' | 'atOnce') => unwrap(session.run(operations.saveSettings, { publishEdits })),
    onSettled: () => queries.invalidateQueries({ queryKey: contentKey(session.projectId) }),
  })
  if (!settings.data) return null
  const mode = save.isPending ? save.variables : settings.data.publishEdits
  return (
    <section className={own.mode}>
      <span className={own.label} aria-hidden="true">
        {strings.editsOfPublishedEntries}
      </span>
      <Segmented
        label={strings.editsOfPublishedEntries}
        value={mode}
        onChange={(publishEdits) => save.mutate(publishEdits)}
        options={[
          { value: 'wait', label: strings.editsWait },
          { value: 'atOnce', label: strings.editsAtOnce },
        ]}
      />
      <p className="quiet">{mode === 'wait' ? strings.editsWaitHint : strings.editsAtOnceHint}</p>
      {save.error && <ErrorNote title={errorOf(save.error).message} />}
    </section>
  )
}

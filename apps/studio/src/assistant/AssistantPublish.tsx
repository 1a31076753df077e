import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorOf } from '../api/client.ts'
import { unpublishedQuery } from '../api/versions.ts'
import { ChangeLines } from '../editors/site/history/ChangeLines.tsx'
import { PublishPanel } from '../shell/publish/PublishPanel.tsx'
import { PublishPopover } from '../shell/publish/PublishPopover.tsx'
import * as words from '../shell/publish/strings.ts'
import { UnreleasedEntries } from '../shell/publish/UnreleasedEntries.tsx'
import { usePublication } from '../shell/publish/usePublication.ts'
import { Button } from '../ui/Button.tsx'
import { useCompact } from '../ui/media.ts'
import * as strings from './strings.ts'

/** Says how much visitors do not see yet, and publishes it. */
export function AssistantPublish({ projectId, readsOnly }: { projectId: string; readsOnly: boolean }) {
  const compact = useCompact()
  const [open, setOpen] = useState(false)
  const publication = usePublication(projectId, open)
  const { live, publish, forgetFresh } = publication
  const { documents, content, release } = useQuery(unpublishedQuery(projectId)).data ?? {}
  const count = (documents?.length ?? 0) + (content?.count ?? 0)
  const isHeld = publish.error !== null && errorOf(publish.error).code === 'publish_held'
  const label = () => {
    if (!live) return words.publishTheSite
    return count > 0 ? strings.publishChanges : words.publishAgain
  }
  return (
    <>
      {!compact && release && count > 0 && <span className="quiet">{strings.notOnline(count)}</span>}
      <PublishPopover
        open={open}
        onOpenChange={(next) => {
          setOpen(next)
          if (!next) forgetFresh()
        }}
      >
        <PublishPanel
          publication={publication}
          failure={isHeld ? { title: strings.heldByChecks, hint: strings.heldHint } : undefined}
          changes={
            documents && (
              <>
                {count === 0 && <p className="quiet">{words.nothingHasChangedSince}</p>}
                {documents.length > 0 && <ChangeLines documents={documents} />}
                {content && <UnreleasedEntries projectId={projectId} {...content} />}
              </>
            )
          }
        >
          {readsOnly ? (
            <p className="quiet">{words.readersCannotPublish}</p>
          ) : (
            <Button
              variant={live && count === 0 ? 'secondary' : 'primary'}
              full
              busy={publish.isPending}
              onClick={() => publish.mutate({})}
            >
              {label()}
            </Button>
          )}
        </PublishPanel>
      </PublishPopover>
    </>
  )
}

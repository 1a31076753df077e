import { useMutation } from '@tanstack/react-query'
import { unwrap } from '../../../api/client.ts'
import { restoreRelease } from '../../../api/projects.ts'
import { PublishPopover } from '../../../shell/publish/PublishPopover.tsx'
import { usePublication } from '../../../shell/publish/usePublication.ts'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { useEditor } from '../session/context.ts'

const SitePublishPanel = lazyWhenIdle(async () => (await import('./SitePublishPanel.tsx')).SitePublishPanel)

/** Publishes the site. A publication continues while the panel is closed. */
export function Publish({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { projectId } = useEditor()
  const publication = usePublication(projectId, open)
  const restore = useMutation({
    mutationFn: (id: string) => unwrap(restoreRelease(projectId, id)),
    onSettled: publication.changed,
  })
  return (
    <PublishPopover
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        if (!next) publication.forgetFresh()
      }}
    >
      <SitePublishPanel publication={publication} restore={restore} onLeave={() => onOpenChange(false)} />
    </PublishPopover>
  )
}

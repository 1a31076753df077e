import type { Project } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteProject, pagesQuery, sentence } from '../api/index.ts'
import { ConfirmDialog } from '../ui/index.ts'
import * as strings from './strings.ts'

/** Asks before a project goes, and says what goes with it. */
export function DeleteProject({ project, onClose }: { project: Project | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const pages = useQuery({ ...pagesQuery(project?.id ?? ''), enabled: project !== undefined })
  const count = pages.data?.pages.length
  const remove = async () => {
    if (!project) return undefined
    const answer = await deleteProject(project.id)
    if (!answer.ok && answer.error.status !== 404) return sentence(answer.error)
    await queryClient.invalidateQueries({ queryKey: ['projects'] })
    return undefined
  }
  return (
    <ConfirmDialog
      open={project !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={strings.deleteText(project?.name ?? '')}
      confirm={strings.deleteProject}
      onConfirm={remove}
    >
      <p>
        {strings.projectGoesForGood(
          count === undefined ? strings.allItsPages : count === 1 ? strings.itsOnePage : strings.itsPages(count),
          project?.published !== undefined,
        )}
      </p>
    </ConfirmDialog>
  )
}

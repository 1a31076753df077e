import type { Project } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteProject, deletionFailure, pagesQuery } from '../api/index.ts'
import { ConfirmDialog } from '../ui/index.ts'
import { pagesThatGo } from './projectList.ts'
import * as strings from './strings.ts'

/** Asks before a project goes, and says what goes with it. */
export function DeleteProject({ project, onClose }: { project: Project | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const pages = useQuery({ ...pagesQuery(project?.id ?? ''), enabled: project !== undefined })
  const remove = async () => {
    if (!project) return undefined
    const answer = await deleteProject(project.id)
    const failure = deletionFailure(answer)
    if (failure === undefined) await queryClient.invalidateQueries({ queryKey: ['projects'] })
    return failure
  }
  return (
    <ConfirmDialog
      open={project !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={strings.deleteText(project?.name ?? '')}
      confirm={strings.deleteProject}
      onConfirm={remove}
    >
      <p>{strings.projectGoesForGood(pagesThatGo(pages.data?.pages.length), project?.published !== undefined)}</p>
    </ConfirmDialog>
  )
}

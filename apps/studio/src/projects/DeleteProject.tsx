import type { Project } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteProject, pagesQuery, sentence } from '../api/index.ts'
import { ConfirmDialog } from '../ui/index.ts'

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
      title={`Delete “${project?.name ?? ''}”?`}
      confirm="Delete project"
      onConfirm={remove}
    >
      <p>
        {count === undefined ? 'All its pages' : count === 1 ? 'Its one page' : `Its ${count} pages`}, its styles, every
        chat with the agent and every release go for good
        {project?.published ? ', and the published site goes offline' : ''}. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

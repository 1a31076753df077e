import { useMutation } from '@tanstack/react-query'
import { turnChange } from '../../api/changes.ts'
import { errorOf, sentence, unwrap } from '../../api/index.ts'
import { Button, useToast } from '../../ui/index.ts'
import { usePlanScene, useProgress } from '../document/context.ts'
import * as strings from '../strings.ts'

/** Takes back what was made shared behind the pages, and nothing else; pressed again it returns. */
export function TidyUndo() {
  const { project, readsOnly } = usePlanScene()
  const toast = useToast()
  const part = useProgress()?.parts.get('tidy')
  const isUndone = part?.state === 'undone'
  const changeSetId = part?.runId
  const turn = useMutation({
    mutationFn: (id: string) => unwrap(turnChange(project.id, id, isUndone ? 'redo' : 'undo')),
    onError: (error) => {
      // Another tab was faster.
      if (['already_undone', 'already_applied'].includes(errorOf(error).code)) return
      if (errorOf(error).code === 'not_found') toast.show({ title: strings.nothingTidied, tone: 'info' })
      else toast.show({ title: sentence(errorOf(error)), tone: 'danger' })
    },
  })
  if (readsOnly || changeSetId === undefined || (part?.state !== 'stands' && !isUndone) || part.why === undefined)
    return null
  return (
    <Button size="sm" variant="quiet" busy={turn.isPending} onClick={() => turn.mutate(changeSetId)}>
      {isUndone ? strings.redoTidy : strings.undoTidy}
    </Button>
  )
}

import { errorText } from '@atelier/operation'
import { useQueryClient } from '@tanstack/react-query'
import { turnChange } from '../../api/changes.ts'
import { sentence } from '../../api/index.ts'
import { runOperation } from '../../api/projects.ts'
import { useToast } from '../../ui/index.ts'
import * as strings from '../../variants/strings.ts'
import { VariantsDialog } from '../../variants/VariantsDialog.tsx'
import { usePlanScene } from '../document/context.ts'

/** Three variants of a section of a page that is made; what is taken can be taken back at once. */
export function SectionVariants({
  target,
  onOpenChange,
}: {
  target: { pageId: string; section: string }
  onOpenChange: (open: boolean) => void
}) {
  const { project } = usePlanScene()
  const queries = useQueryClient()
  const toast = useToast()
  const undo = async (changeSetId: string) => {
    const answer = await turnChange(project.id, changeSetId, 'undo')
    if (!answer.ok) toast.show({ title: sentence(answer.error), tone: 'danger' })
    await queries.invalidateQueries({ queryKey: ['projects', project.id] })
  }
  const operate = async (operation: string, input: object, done?: string) => {
    const answer = await runOperation(project.id, operation, input)
    if (!answer.ok) return sentence(answer.error)
    const { changeSetId } = answer.value
    if (answer.value.ok && done !== undefined && changeSetId !== undefined)
      toast.show({
        title: done,
        tone: 'done',
        action: { label: strings.undo, onSelect: () => void undo(changeSetId) },
      })
    return errorText(answer.value)
  }
  return (
    <VariantsDialog
      projectId={project.id}
      target={target}
      take={(variantsId, variant, name) =>
        operate('generate.takeVariant', { variantsId, variant }, strings.taken(name))
      }
      dismiss={(variantsId) => operate('generate.dismissVariants', { variantsId })}
      onOpenChange={onOpenChange}
    />
  )
}

import type { ContentModel } from '@atelier/api'
import { Copy, Ellipsis, PencilLine, Trash2 } from 'lucide-react'
import { sentence } from '../../api/client.ts'
import { IconButton, Menu, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'

/** The menu that duplicates, renames and deletes an entry. */
export function EntryActions({
  model,
  entryId,
  title,
  isOnly,
  onRename,
  onDelete,
}: {
  model: Pick<ContentModel, 'id'>
  entryId: string
  title: string
  /** Its model has no other entry. */
  isOnly: boolean
  onRename: () => void
  onDelete: () => void
}) {
  const { session, go } = useContent()
  const { show } = useToast()
  const duplicate = async () => {
    const answer = await session.run(operations.duplicateEntry, { model: model.id, entryId })
    if (!answer.ok) return show({ title: sentence(answer.error), tone: 'danger', id: 'content-duplicate' })
    const { data, undo } = answer.value
    const [made] = data.entries
    show({
      title: strings.duplicatedEntry(title),
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    if (made) go({ model: model.id, entry: made.id })
  }
  const others = [
    { label: strings.duplicateEntry, icon: <Copy size={14} />, onSelect: () => void duplicate() },
    { label: strings.renameThisEntry, icon: <PencilLine size={14} />, onSelect: onRename },
  ]
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={strings.moreWith(title)}>
          <Ellipsis size={15} />
        </IconButton>
      }
      entries={[
        ...(isOnly ? [] : others),
        { label: strings.deleteThisEntry, icon: <Trash2 size={14} />, danger: true, onSelect: onDelete },
      ]}
    />
  )
}

import type { ContentModel } from '@atelier/api'
import { Copy, Ellipsis, PencilLine, Pin as PinIcon, Trash2 } from 'lucide-react'
import { sentence } from '../../api/client.ts'
import { useStore } from '../../documents/store.ts'
import { IconButton, Menu, useToast } from '../../ui/index.ts'
import * as pinStrings from '../pins/strings.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { entryReference, MOST_PINS } from '../session/pins.ts'
import * as strings from '../strings.ts'

/** The menu that pins, duplicates, renames and deletes an entry. */
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
  const { session, go, pins, readsOnly } = useContent()
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
  const changes = [
    ...(isOnly ? [] : others),
    { label: strings.deleteThisEntry, icon: <Trash2 size={14} />, danger: true, onSelect: onDelete },
  ]
  const reference = entryReference(model.id, entryId)
  const isPinned = useStore(pins.all, (all) => all.some((pin) => pin.reference === reference))
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={strings.moreWith(title)}>
          <Ellipsis size={15} />
        </IconButton>
      }
      entries={[
        {
          label: isPinned ? pinStrings.unpin : pinStrings.pin,
          icon: <PinIcon size={14} />,
          onSelect: () => {
            if (!pins.toggle({ reference, title })) show({ title: pinStrings.full(MOST_PINS), id: 'content-pins' })
          },
        },
        ...(readsOnly ? [] : changes),
      ]}
    />
  )
}

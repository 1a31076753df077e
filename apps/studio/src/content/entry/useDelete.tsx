import type { ContentModel } from '@atelier/api'
import { useState } from 'react'
import { sentence } from '../../api/client.ts'
import { ConfirmDialog, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'

/** Deletes an entry, which can be undone; one that others refer to only after asking. */
export function useDelete(model: Pick<ContentModel, 'id'>, onDeleted?: () => void) {
  const { session } = useContent()
  const { show } = useToast()
  const [asked, setAsked] = useState<{ entry: { id: string; title: string }; why: string }>()

  const run = async (entry: { id: string; title: string }, clear: boolean): Promise<string | undefined> => {
    const input = { model: model.id, entryIds: [entry.id], ...(clear ? { references: 'clear' as const } : {}) }
    const answer = await session.run(operations.deleteContent, input)
    if (!answer.ok) {
      if (answer.error.code !== 'referenced' || clear) return sentence(answer.error)
      setAsked({ entry, why: answer.error.message })
      return undefined
    }
    const { undo } = answer.value
    show({
      title: answer.value.data.merged ? strings.deleted(entry.title) : strings.deletionWaits(entry.title),
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    onDeleted?.()
    return undefined
  }

  return {
    async start(entry: { id: string; title: string }) {
      const failure = await run(entry, false)
      if (failure !== undefined) show({ title: failure, tone: 'danger', id: 'content-delete' })
    },
    dialog: (
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={strings.deleteAnyway(asked?.entry.title ?? '')}
        confirm={strings.deleteAndClear}
        danger
        onConfirm={() => asked && run(asked.entry, true)}
      >
        {asked?.why} {strings.deleteAndClearHint}
      </ConfirmDialog>
    ),
  }
}

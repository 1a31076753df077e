import type { AnswerOf, ContentModel, readContentEntry } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorOf, sentence } from '../../api/client.ts'
import { entryQuery } from '../../api/content.ts'
import { ConfirmDialog, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from '../strings.ts'

interface Asked {
  entry: { id: string; title: string }
  usedBy: AnswerOf<typeof readContentEntry>['usedBy']
}

/** The most entries that the question names. */
const MOST_NAMED = 5

/** Deletes an entry after a question that names it and what refers to it, by title. It can be undone. */
export function useDelete(model: Pick<ContentModel, 'id'>, onDeleted?: () => void) {
  const { session, project } = useContent()
  const queries = useQueryClient()
  const { show } = useToast()
  const [asked, setAsked] = useState<Asked>()

  const run = async ({ entry, usedBy }: Asked): Promise<string | undefined> => {
    const clear = usedBy.total > 0 ? { references: 'clear' as const } : {}
    const answer = await session.run(operations.deleteContent, { model: model.id, entryIds: [entry.id], ...clear })
    if (!answer.ok) return sentence(answer.error)
    const { undo } = answer.value
    show({
      title: answer.value.data.merged ? strings.deleted(entry.title) : strings.deletionWaits(entry.title),
      ...(undo ? { action: { label: strings.undo, onSelect: undo } } : {}),
    })
    onDeleted?.()
    return undefined
  }
  const names = asked?.usedBy.entries.slice(0, MOST_NAMED).map(({ title }) => title) ?? []

  return {
    async start(entry: { id: string; title: string }) {
      try {
        const { usedBy } = await queries.fetchQuery(entryQuery(project.id, model.id, entry.id))
        setAsked({ entry, usedBy })
      } catch (error) {
        show({ title: errorOf(error).message, tone: 'danger', id: 'content-delete' })
      }
    },
    dialog: (
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={strings.deleteQuestion(asked?.entry.title ?? '')}
        confirm={names.length > 0 ? strings.deleteAndClear : strings.remove}
        danger
        onConfirm={() => asked && run(asked)}
      >
        {names.length > 0
          ? `${strings.refersToIt(names, (asked?.usedBy.total ?? 0) - names.length)} ${strings.deleteAndClearHint}`
          : strings.deleteHint}
      </ConfirmDialog>
    ),
  }
}

import type { ContentListView, ContentModel } from '@atelier/api'
import { sentence } from '../../api/client.ts'
import { entryIds } from '../../api/content.ts'
import { useToast } from '../../ui/index.ts'
import { moved } from '../entry/moved.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { inChunks, MOST_AT_ONCE } from './bulk.ts'
import { isFiltered } from './listView.ts'

/** Moves an entry to another place, where the list shows all entries in the order that people have put them in. */
export function useOrder(model: Pick<ContentModel, 'id' | 'orderField'>, view: ContentListView) {
  const { session, project, readsOnly } = useContent()
  const { show } = useToast()
  const { orderField: field } = model
  if (readsOnly || field === undefined || view.sort !== field || isFiltered(view)) return undefined
  return async (from: number, to: number) => {
    const all = await entryIds(project.id, model.id, view)
    const ids = all.ok ? moved(all.value.ids ?? [], from, to) : []
    const answer = all.ok
      ? await session.runAll(
          operations.orderEntries,
          inChunks(ids).map((entryIds, at) => ({ model: model.id, entryIds, field, first: at * MOST_AT_ONCE + 1 })),
        )
      : all
    if (!answer.ok) show({ title: sentence(answer.error), tone: 'danger', id: 'content-order' })
  }
}

import type { ContentListView, ContentModel } from '@atelier/api'
import { useRef, useState } from 'react'
import { entryIds } from '../../api/content.ts'
import { useContent } from '../session/context.ts'

/** The entries of a list that an action is for. */
export interface Selection {
  /** Whether there is anything to do with a selection. */
  offered: boolean
  ids: ReadonlySet<string>
  isAll: boolean
  /** @param range all from the last one that was chosen up to this one */
  toggle(id: string, range?: boolean): void
  /** All that the view shows; if they are chosen already, none. */
  all(): void
  clear(): void
}

export function useSelection(
  model: Pick<ContentModel, 'id'>,
  view: ContentListView,
  { total, order }: { total: number; order: () => readonly string[] },
): Selection {
  const { project, readsOnly } = useContent()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | undefined>(undefined)
  const isAll = total > 0 && ids.size >= total
  return {
    offered: !readsOnly,
    ids,
    isAll,
    toggle(id, range = false) {
      setIds((before) => toggled(before, id, range ? last.current : undefined, order()))
      last.current = id
    },
    all() {
      if (isAll) return setIds(new Set())
      void entryIds(project.id, model.id, view).then((answer) => {
        if (answer.ok) setIds(new Set(answer.value.ids))
      })
    },
    clear: () => setIds(new Set()),
  }
}

/** The selection with one more or less; with an anchor also what lies between the two. */
export function toggled(
  before: ReadonlySet<string>,
  id: string,
  anchor: string | undefined,
  order: readonly string[],
): ReadonlySet<string> {
  const next = new Set(before)
  const [from, to] = [anchor === undefined ? -1 : order.indexOf(anchor), order.indexOf(id)]
  if (from >= 0 && to >= 0) {
    for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
    return next
  }
  if (!next.delete(id)) next.add(id)
  return next
}

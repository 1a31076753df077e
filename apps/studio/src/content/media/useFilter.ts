import { useState } from 'react'
import type { LibraryFilter } from '../../api/media.ts'

/** The last filter of each project in this tab: a filter stays while other rooms are shown. */
const last = new Map<string, LibraryFilter>()

export function useFilter(projectId: string): [LibraryFilter, (filter: LibraryFilter) => void] {
  const [filter, setFilter] = useState(() => last.get(projectId) ?? {})
  return [
    filter,
    (next) => {
      last.set(projectId, next)
      setFilter(next)
    },
  ]
}

export const isFiltered = ({ search = '', tag, kind, unused = false }: LibraryFilter): boolean =>
  search.trim() !== '' || tag !== undefined || kind !== undefined || unused

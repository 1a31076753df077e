import { useQueries } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { LIBRARY_PAGE, type LibraryFilter, libraryQuery } from '../../api/media.ts'
import { useListWindow } from '../../ui/listWindow.ts'
import { useContent } from '../session/context.ts'

/** Height of a row of tiles, and the least width of a tile, in CSS pixels, as in `Media.module.css`. */
export const ROW_HEIGHT = 152
const TILE_WIDTH = 148

/** The library as a grid: the tiles in sight, page by page from the server. */
export function useLibrary(filter: LibraryFilter) {
  const { project } = useContent()
  const scroller = useRef<HTMLDivElement>(null)
  // As it was last read: while other tiles are read it stays.
  const [known, setKnown] = useState<number>()
  const columns = useColumns(scroller)
  const total = known ?? 0
  const { first, end, reveal } = useListWindow(scroller, Math.ceil(total / columns), ROW_HEIGHT)
  const from = Math.floor((first * columns) / LIBRARY_PAGE)
  const to = Math.max(from, Math.floor(Math.max(0, Math.min(total, end * columns) - 1) / LIBRARY_PAGE))
  const pages = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const answers = useQueries({ queries: pages.map((page) => libraryQuery(project.id, filter, page * LIBRARY_PAGE)) })
  const read = answers.find(({ data }) => data)?.data
  if (read && read.total !== known) setKnown(read.total)
  return {
    scroller,
    columns,
    /** Undefined until the first page is read. */
    total: known,
    tags: read?.tags ?? [],
    error: read ? undefined : (answers.find(({ error }) => error)?.error ?? undefined),
    retry: () => void Promise.all(answers.map(({ refetch }) => refetch())),
    first,
    end,
    reveal,
    /** Among the files that were read last. */
    find: (id: string) => answers.flatMap(({ data }) => data?.files ?? []).find((file) => file.id === id),
    /** Undefined while its page is not read yet. */
    at(index: number) {
      return answers[Math.floor(index / LIBRARY_PAGE) - from]?.data?.files[index % LIBRARY_PAGE]
    },
  }
}

export type Library = ReturnType<typeof useLibrary>

/** The number of tiles in a row. */
function useColumns(scroller: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(4)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setColumns(Math.max(2, Math.floor((element.clientWidth - 24) / TILE_WIDTH)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return columns
}

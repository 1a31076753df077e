import type { ContentListView, ContentModel, ListedContentEntry } from '@atelier/api'
import { useQueries } from '@tanstack/react-query'
import { entriesQuery, LIST_PAGE } from '../../api/content.ts'
import { useContent } from '../session/context.ts'

/** The entries of a list around the rows in sight, page by page; those that are not read yet are undefined. */
export function useEntryRows(model: Pick<ContentModel, 'id'>, view: ContentListView, first: number, end: number) {
  const { project } = useContent()
  const from = Math.floor(first / LIST_PAGE)
  const to = Math.max(from, Math.floor(Math.max(0, end - 1) / LIST_PAGE))
  const pages = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const answers = useQueries({
    queries: pages.map((page) => entriesQuery(project.id, model.id, view, page * LIST_PAGE)),
  })
  const known = answers.find(({ data }) => data)
  return {
    /** Undefined until the first page is read. */
    total: known?.data?.total,
    error: known ? undefined : (answers.find(({ error }) => error)?.error ?? undefined),
    retry: () => void Promise.all(answers.map(({ refetch }) => refetch())),
    at(index: number): ListedContentEntry | undefined {
      const answer = answers[Math.floor(index / LIST_PAGE) - from]
      return answer?.data?.entries[index % LIST_PAGE]
    },
    /** The titles of the entries that the one at an index refers to, by `model/id`. */
    titlesAt: (index: number) => answers[Math.floor(index / LIST_PAGE) - from]?.data?.titles,
  }
}

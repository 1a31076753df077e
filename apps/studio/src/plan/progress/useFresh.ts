import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePlanScene, useProgress } from '../document/context.ts'

/** How long the pages rest between two readings of their pictures, in milliseconds. */
const REST_MS = 900

/** Reads the generation again when the plan says that it has moved on, and the pages when they or the styles change. */
export function useFresh(): void {
  const { session, project } = usePlanScene()
  const queries = useQueryClient()
  const progress = useProgress()
  const mark = JSON.stringify(progress?.progress ?? null)
  useEffect(() => {
    if (mark === 'null') return
    void queries.invalidateQueries({ queryKey: ['projects', project.id, 'generations'] })
    void queries.invalidateQueries({ queryKey: ['projects', project.id, 'frames'] })
  }, [mark, project.id, queries])

  const documents = [...(progress?.parts.values() ?? [])].flatMap(({ documentId }) => documentId ?? [])
  const watched = [project.siteDocumentId, ...documents].join(' ')
  useEffect(() => {
    const opened = watched.split(' ').map((id) => session.connection.open(id))
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    for (const { id, doc, loaded } of opened) {
      const changed = () => {
        if (timers.has(id)) return
        timers.set(
          id,
          setTimeout(() => {
            timers.delete(id)
            const page = id === project.siteDocumentId ? [] : [id]
            void queries.invalidateQueries({ queryKey: ['projects', project.id, 'frames', ...page] })
          }, REST_MS),
        )
      }
      loaded.then(
        () => doc.on('update', changed),
        () => undefined,
      )
    }
    return () => {
      for (const timer of timers.values()) clearTimeout(timer)
      for (const document of opened) session.connection.release(document)
    }
  }, [watched, session, project.id, project.siteDocumentId, queries])
}

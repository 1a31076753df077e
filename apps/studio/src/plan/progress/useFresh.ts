import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Connection, OpenDocument } from '../../documents/connection.ts'
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

  const [watch] = useState(() => createWatch(session.connection))
  const documents = [...(progress?.parts.values() ?? [])].flatMap(({ documentId }) => documentId ?? [])
  const watched = [project.siteDocumentId, ...documents].join(' ')
  useEffect(() => {
    watch.show(watched.split(' '), (id) => {
      const page = id === project.siteDocumentId ? [] : [id]
      void queries.invalidateQueries({ queryKey: ['projects', project.id, 'frames', ...page] })
      // Reading it has the server look for problems in its pages again.
      void queries.invalidateQueries({ queryKey: ['projects', project.id, 'generations'] })
      void queries.invalidateQueries({ queryKey: ['projects', project.id, 'publish'] })
    })
  }, [watch, watched, project.id, project.siteDocumentId, queries])
  useEffect(() => watch.close, [watch])
}

/** Documents that report their changes to listeners, each at most once per interval. */
function createWatch(connection: Connection) {
  const opened = new Map<string, OpenDocument>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  return {
    /** Open parts stay open: a document that is closed and opened at once is closed by the server. */
    show(ids: readonly string[], changed: (id: string) => void) {
      for (const id of ids) {
        if (opened.has(id)) continue
        const document = connection.open(id)
        opened.set(id, document)
        const update = () => {
          if (timers.has(id)) return
          const tell = () => {
            timers.delete(id)
            changed(id)
          }
          timers.set(id, setTimeout(tell, REST_MS))
        }
        document.loaded.then(
          () => document.doc.on('update', update),
          () => undefined,
        )
      }
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      for (const document of opened.values()) connection.release(document)
      timers.clear()
      opened.clear()
    },
  }
}

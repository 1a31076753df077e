import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorOf, sentence } from '../api/client.ts'
import { frameQuery, type Moment } from '../api/versions.ts'
import { frameSandbox, keepInFrame } from '../editors/site/canvas/frame.ts'
import { showMarks } from '../editors/site/history/frameMarks.ts'
import type { Mark } from '../editors/site/history/marks.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Skeleton } from '../ui/Spinner.tsx'
import styles from './Assistant.module.css'
import * as strings from './strings.ts'

export interface PageFrameProps {
  projectId: string
  pageId: string
  moment: Moment
  title: string
  /** The parts to outline. */
  marks?: readonly Mark[]
  /** The part to scroll to. */
  only?: Mark | undefined
  /** Handles a key that is pressed in the frame. */
  onKey?: (event: KeyboardEvent) => void
}

const none: readonly Mark[] = []

/** One page of the site in a state of it, without its scripts. It keeps its scroll position when it is shown anew. */
export function PageFrame({ projectId, pageId, moment, title, marks = none, only, onKey }: PageFrameProps) {
  const page = useQuery({ ...frameQuery(projectId, pageId, moment), placeholderData: keepPreviousData })
  const element = useRef<HTMLIFrameElement>(null)
  const scroll = useRef({ pageId, top: 0 })
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const document = element.current?.contentDocument
    if (document && loads > 0) showMarks(document, marks, only, 1)
  }, [loads, marks, only])
  if (page.isPending)
    return (
      <div className={styles.note}>
        <Skeleton height={320} radius={8} />
      </div>
    )
  if (page.error) {
    const error = errorOf(page.error)
    const text = error.code === 'not_found' ? strings.pageIsGone : sentence(error)
    return (
      <div className={styles.note}>
        <ErrorNote tone="attention" title={text} />
      </div>
    )
  }
  return (
    <iframe
      ref={element}
      className={styles.frame}
      title={title}
      // No script runs in it. Its pictures are the project's own, and shown only to users who may see the project.
      sandbox={frameSandbox}
      srcDoc={page.data.html}
      onLoad={() => {
        const view = element.current?.contentWindow
        if (!view) return
        keepInFrame(view.document)
        if (scroll.current.pageId === pageId) view.scrollTo({ top: scroll.current.top, behavior: 'instant' })
        view.addEventListener(
          'scroll',
          () => {
            scroll.current = { pageId, top: view.scrollY }
          },
          { passive: true },
        )
        if (onKey) view.addEventListener('keydown', onKey)
        setLoads((count) => count + 1)
      }}
    />
  )
}

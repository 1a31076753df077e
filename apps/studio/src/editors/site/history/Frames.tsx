import { pages } from '@atelier/site'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Columns2, SlidersHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { errorOf, sentence } from '../../../api/client.ts'
import { frameQuery } from '../../../api/versions.ts'
import type { FramesProps } from '../../../shell/agent/run/review.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { frameSandbox, keepInFrame } from '../canvas/frame.ts'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { activeWidth, framesOf } from '../session/frames.ts'
import styles from './Frames.module.css'
import { scrollAlong, showMarks } from './frameMarks.ts'
import { columnWidth, type FrameMode, frameScale, pageToShow } from './framing.ts'
import { type Mark, markOf, marksOf } from './marks.ts'
import type { Side } from './review.tsx'
import * as strings from './strings.ts'

/** A page before and after, side by side or one over the other with a slider, the changed parts outlined. */
export function Frames({ before, after, documents, shown }: { before: Side; after: Side } & FramesProps) {
  const site = useSite()
  useSiteVersion()
  const openPage = useEditorState((state) => state.documentId)
  const active = useEditorState((state) => activeWidth(state, site))
  const listed = site ? pages(site.local.view) : []
  const [chosen, setChosen] = useState<string>()
  const [asked, setAsked] = useState(shown)
  if (shown !== asked) {
    setAsked(shown)
    if (shown && listed.some(({ id }) => id === shown.documentId)) setChosen(shown.documentId)
  }
  const ids = listed.map(({ id }) => id)
  const pageId = chosen ?? pageToShow(ids, documents, openPage)
  const widths = framesOf(site).map(({ width }) => width)
  const [width, setWidth] = useState(active ?? widths.at(-1) ?? 1440)
  const [mode, setMode] = useState<FrameMode>('beside')
  const [position, setPosition] = useState(50)
  const room = useRef<HTMLDivElement>(null)
  const size = useSize(room)
  const sides = useRef(new Map<'before' | 'after', HTMLIFrameElement>())
  const following = useRef<'before' | 'after'>(undefined)
  const column = columnWidth(mode, size.width)
  const scale = frameScale(column, width)
  const marks = useMemo(() => marksOf(documents), [documents])
  const only = useMemo(() => shown && markOf(shown.line), [shown])
  useReloading(documents)

  const scrolled = (from: 'before' | 'after') => {
    // If the next one does not lead in turn: a shorter page would pull the longer one back.
    if (following.current === from) {
      following.current = undefined
      return
    }
    const to = from === 'before' ? 'after' : 'before'
    const [source, other] = [sides.current.get(from)?.contentWindow, sides.current.get(to)?.contentWindow]
    if (source && other && scrollAlong(source, other)) following.current = to
  }
  const frame = (key: 'before' | 'after', side: Side) =>
    pageId !== undefined &&
    size.height > 0 && (
      <Frame
        side={side}
        pageId={pageId}
        marks={marks}
        only={only}
        look={{ width, height: size.height / scale, scale }}
        onFrame={(element) => {
          if (element) sides.current.set(key, element)
          else sides.current.delete(key)
        }}
        onScroll={() => scrolled(key)}
      />
    )
  return (
    <div className={styles.frames}>
      <div className="row wrap gap-8">
        <Select
          label={strings.page}
          hideLabel
          size="sm"
          value={pageId ?? null}
          onChange={setChosen}
          options={listed.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <Select
          label={strings.frameWidth}
          hideLabel
          size="sm"
          value={String(width)}
          onChange={(next) => setWidth(Number(next))}
          options={[...new Set([...widths, width])].map((each) => ({ value: String(each), label: `${each} px` }))}
        />
        <Segmented
          label={strings.howItIsCompared}
          value={mode}
          onChange={setMode}
          options={[
            { value: 'beside', label: strings.sideBySide, icon: <Columns2 size={14} /> },
            { value: 'slider', label: strings.slider, icon: <SlidersHorizontal size={14} /> },
          ]}
        />
        {mode === 'slider' && (
          <input
            type="range"
            className={styles.slider}
            aria-label={strings.sliderLabel(before.name, after.name)}
            min={0}
            max={100}
            value={position}
            onChange={(event) => setPosition(Number(event.target.value))}
          />
        )}
      </div>
      <div className={styles.names} data-mode={mode}>
        <span>{before.name}</span>
        <span>{after.name}</span>
      </div>
      <div ref={room} className={styles.room} data-mode={mode}>
        <div className={styles.side}>{frame('before', before)}</div>
        <div className={styles.side} style={mode === 'slider' ? { clipPath: `inset(0 0 0 ${position}%)` } : undefined}>
          {frame('after', after)}
        </div>
        {mode === 'slider' && <div className={styles.line} style={{ insetInlineStart: `${position}%` }} />}
      </div>
    </div>
  )
}

interface FrameProps {
  side: Side
  pageId: string
  marks: readonly Mark[]
  only: Mark | undefined
  /** The frame in CSS pixels of the page, and how much smaller it is shown. */
  look: { width: number; height: number; scale: number }
  onFrame: (element: HTMLIFrameElement | null) => void
  onScroll: () => void
}

function Frame({ side, pageId, marks, only, look, onFrame, onScroll }: FrameProps) {
  const { projectId } = useEditor()
  const { onKey } = useShell()
  const page = useQuery({ ...frameQuery(projectId, pageId, side.moment), placeholderData: keepPreviousData })
  const element = useRef<HTMLIFrameElement | null>(null)
  const [loads, setLoads] = useState(0)
  const { scale } = look

  useEffect(() => {
    const document = element.current?.contentDocument
    if (document && loads > 0) showMarks(document, marks, only, scale)
  }, [loads, marks, only, scale])

  if (page.isPending) return <Skeleton height={320} radius={8} />
  if (page.error) {
    const { code } = errorOf(page.error)
    return (
      <ErrorNote
        tone="attention"
        title={code === 'not_found' ? strings.notThereInThisState : sentence(errorOf(page.error))}
      />
    )
  }
  return (
    <iframe
      ref={(next) => {
        element.current = next
        onFrame(next)
      }}
      className={styles.frame}
      title={strings.pageInState(side.name)}
      // No script runs in it. Its pictures are the project's own, and shown only to users who may see the project.
      sandbox={frameSandbox}
      srcDoc={page.data.html}
      style={{ width: look.width, height: look.height, transform: `scale(${scale})` }}
      onLoad={() => {
        const view = element.current?.contentWindow
        if (!view) return
        keepInFrame(view.document)
        view.addEventListener('scroll', onScroll, { passive: true })
        view.addEventListener('keydown', onKey)
        setLoads((count) => count + 1)
      }}
    />
  )
}

/** Loads the pages again when other changes are listed, as after one was taken back. */
function useReloading(documents: FramesProps['documents']) {
  const { projectId } = useEditor()
  const queries = useQueryClient()
  const seen = useRef(documents)
  useEffect(() => {
    if (seen.current === documents) return
    seen.current = documents
    void queries.invalidateQueries({ queryKey: ['projects', projectId, 'frames'] })
  }, [documents, projectId, queries])
}

/** The size of an element in CSS pixels, as it changes. */
function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}

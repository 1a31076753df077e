import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useShell } from '../../../shell/layout/context.ts'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { useEditor, useEditorState, usePage, useSite } from '../session/context.ts'
import styles from './Canvas.module.css'
import { frameSandbox, frameSource } from './frame.ts'
import { createStage, type Stage } from './stage.ts'
import type { FramePlace } from './view.ts'

export interface FrameProps {
  place: FramePlace
  /** What stands above it where there are several. */
  name?: string
  title: string
  active: boolean
  /** In pixels of the desk. */
  left: number
  top: number
  height: number
  zoom: number
  /** The zoom that the page was laid out for: while one zooms, it is only shown larger or smaller. */
  laidOutFor: number
  activate: () => void
  scrolled: () => void
  /** Receives the frame's stage, once the frame is there, and undefined when it goes. */
  onStage: (id: string, stage: Stage | undefined) => void
  /** Follows the wheel and the space bar over the frame's document. Returns how to stop. */
  onDocument: (id: string, document: Document) => () => void
  /** Stands over the page. */
  children?: ReactNode
}

/** The live page in one frame, with the marks over it. */
export function Frame({ place, active, activate, scrolled, zoom, onStage, onDocument, ...shown }: FrameProps) {
  const { onKey } = useShell()
  const session = useEditor()
  const page = usePage()
  const site = useSite()
  const inTemplate = useEditorState((state) => state.inTemplate)
  const frame = useRef<HTMLIFrameElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage>()
  const [loaded, setLoaded] = useState(false)
  const latest = useRef({ zoom, active, activate, scrolled, onKey })
  latest.current = { zoom, active, activate, scrolled, onKey }
  const { id } = place

  useEffect(() => {
    const document = frame.current?.contentDocument
    if (!loaded || !frame.current || !overlay.current || !document) return
    const made = createStage({
      session,
      frame: frame.current,
      overlayRoot: overlay.current,
      classes: styles,
      scale: () => latest.current.zoom,
      active: () => latest.current.active,
      activate: () => latest.current.activate(),
      scrolled: () => latest.current.scrolled(),
      onKey: (event) => latest.current.onKey(event),
    })
    const stop = onDocument(id, document)
    setStage(made)
    onStage(id, made)
    return () => {
      stop()
      made?.destroy()
      setStage(undefined)
      onStage(id, undefined)
    }
  }, [loaded, session, id, onStage, onDocument])

  useEffect(() => stage?.show(page, site, inTemplate), [stage, page, site, inTemplate])
  const { height, left, top, laidOutFor } = shown
  // Whatever changes where things stand draws the marks again.
  useEffect(() => {
    if (zoom > 0 && height > 0 && place.width > 0 && laidOutFor > 0) stage?.resized()
  }, [stage, zoom, height, place.width, laidOutFor])

  const ready = page !== undefined && site !== undefined
  const onLoad = useCallback(() => setLoaded(true), [])
  return (
    <div
      className={styles.place}
      data-active={active || undefined}
      style={{ width: Math.round(place.width * zoom), height, top, translate: `${Math.round(left)}px 0` }}
    >
      {shown.name !== undefined && (
        <button type="button" className={styles.frameName} aria-pressed={active} onClick={activate}>
          {shown.name} <span>{place.width}</span>
        </button>
      )}
      <div className={styles.sheet}>
        <iframe
          ref={frame}
          className={styles.frame}
          title={shown.title}
          sandbox={frameSandbox}
          srcDoc={frameSource}
          onLoad={onLoad}
          style={{
            width: place.width,
            height: laidOutFor > 0 ? height / laidOutFor : height,
            scale: String(zoom),
            visibility: ready ? 'visible' : 'hidden',
          }}
        />
        {!ready && (
          <div className={styles.overlay}>
            <div className={styles.loading}>
              <Skeleton width="32%" height={14} />
              <Skeleton width="72%" height={52} />
              <Skeleton width="52%" height={52} />
              <Skeleton width="44%" height={16} />
              <Skeleton height={220} />
            </div>
          </div>
        )}
        {ready && shown.children}
      </div>
      <div ref={overlay} className={styles.overlay} />
    </div>
  )
}

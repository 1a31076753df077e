import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useShell } from '../../../shell/layout/context.ts'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { useEditor, useEditorState, usePage, useSite } from '../session/context.ts'
import styles from './Canvas.module.css'
import { frameSandbox, frameSource } from './frame.ts'
import overlayStyles from './Overlay.module.css'
import { createStage, type Stage } from './stage.ts'
import type { FramePlace } from './view.ts'

export interface FrameProps {
  /** Names the frame for as long as it is there; the place that it has may change. */
  frameKey: string
  place: FramePlace
  /** The height of the window that the page believes to be in, in CSS pixels. */
  deviceHeight: number
  /** The name above it if there are several. */
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
  /** The page was scrolled or shown anew: their parts at the same place have changed. */
  showAlongside: () => void
  /** Receives the frame's stage, once the frame is there, and undefined when it goes. */
  onStage: (key: string, stage: Stage | undefined) => void
  /** Follows the wheel and the space bar over the frame's document. Returns how to stop. */
  onDocument: (key: string, document: Document) => () => void
  /** Stands over the page. */
  children?: ReactNode
}

/** The live page in one frame, with the marks over it. */
export function Frame(props: FrameProps) {
  const { frameKey, place, active, activate, showAlongside, zoom, onStage, onDocument, ...shown } = props
  const { onKey } = useShell()
  const session = useEditor()
  const page = usePage()
  const site = useSite()
  const inTemplate = useEditorState((state) => state.inTemplate)
  const frame = useRef<HTMLIFrameElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage>()
  const [loaded, setLoaded] = useState(false)
  const device = { width: place.width, height: shown.deviceHeight }
  const latest = useRef({ zoom, device, active, activate, showAlongside, onKey })
  latest.current = { zoom, device, active, activate, showAlongside, onKey }

  useEffect(() => {
    const document = frame.current?.contentDocument
    if (!loaded || !frame.current || !overlay.current || !document) return
    const made = createStage({
      session,
      frame: frame.current,
      overlayRoot: overlay.current,
      classes: overlayStyles,
      scale: () => latest.current.zoom,
      active: () => latest.current.active,
      activate: () => latest.current.activate(),
      scrolled: () => latest.current.showAlongside(),
      device: () => latest.current.device,
      onKey: (event) => latest.current.onKey(event),
    })
    const stop = onDocument(frameKey, document)
    setStage(made)
    onStage(frameKey, made)
    return () => {
      stop()
      made?.destroy()
      setStage(undefined)
      onStage(frameKey, undefined)
    }
  }, [loaded, session, frameKey, onStage, onDocument])

  useEffect(() => {
    stage?.show(page, site, inTemplate)
    latest.current.showAlongside()
  }, [stage, page, site, inTemplate])
  const { height, left, top, laidOutFor } = shown
  // Whatever changes where things stand draws the marks again, before the page scrolls because of it.
  useLayoutEffect(() => {
    if (zoom > 0 && height > 0 && device.width > 0 && device.height > 0 && laidOutFor > 0) stage?.resized()
  }, [stage, zoom, height, device.width, device.height, laidOutFor])

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
          <div className={overlayStyles.overlay}>
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
      <div ref={overlay} className={overlayStyles.overlay} />
    </div>
  )
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useShell } from '../../../shell/layout/context.ts'
import { useCompact } from '../../../ui/media.ts'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { useEditor, useEditorState, usePage, useSite } from '../session/context.ts'
import { activeWidth } from '../session/frames.ts'
import styles from './Canvas.module.css'
import { EmptyPage } from './EmptyPage.tsx'
import { frameSandbox, frameSource } from './frame.ts'
import { createStage, type Stage } from './stage.ts'
import * as strings from './strings.ts'
import { TemplateSwitch } from './TemplateSwitch.tsx'

export interface CanvasProps {
  /** Receives the stage, through which the editing of a text begins. */
  onStage: (stage: Stage | undefined) => void
}

/** The live page in a frame of a chosen width, scaled down where it does not fit, with the marks over it. */
export function Canvas({ onStage }: CanvasProps) {
  const { onKey, askAgent } = useShell()
  const session = useEditor()
  const page = usePage()
  const site = useSite()
  const compact = useCompact()
  // On a narrow screen there is no room to choose a width for.
  const width = useEditorState((state) => (compact ? undefined : activeWidth(state, site)))
  const desk = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const scaleNow = useRef(1)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const [stage, setStage] = useState<Stage>()
  const [loaded, setLoaded] = useState(false)
  const keys = useRef(onKey)
  keys.current = onKey

  useLayoutEffect(() => {
    const element = desk.current
    if (!element) return
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const margin = compact ? 8 : 16
  const free = Math.max(0, room.width - 2 * margin)
  const wanted = width ?? free
  const scale = wanted > 0 ? Math.min(1, free / wanted) : 1
  const tall = Math.max(0, room.height - 2 * margin)
  scaleNow.current = scale

  useEffect(() => {
    if (!loaded || !frame.current || !overlay.current) return
    const made = createStage({
      session,
      frame: frame.current,
      overlayRoot: overlay.current,
      classes: styles,
      scale: () => scaleNow.current,
      onKey: (event) => keys.current(event),
    })
    setStage(made)
    onStage(made)
    return () => {
      made?.destroy()
      setStage(undefined)
      onStage(undefined)
    }
  }, [loaded, session, onStage])

  const inTemplate = useEditorState((state) => state.inTemplate)
  useEffect(() => stage?.show(page, site, inTemplate), [stage, page, site, inTemplate])
  useEffect(() => {
    if (room.width > 0 && scale > 0) stage?.resized()
  }, [stage, scale, room])

  const ready = page !== undefined && site !== undefined
  return (
    <section ref={desk} className={styles.desk} aria-label={strings.canvas} data-compact={compact || undefined}>
      <div className={styles.sheet} style={{ width: Math.round(wanted * scale), height: tall, top: margin }}>
        <iframe
          ref={frame}
          className={styles.frame}
          title={strings.thePage}
          sandbox={frameSandbox}
          srcDoc={frameSource}
          onLoad={() => setLoaded(true)}
          style={{
            width: wanted,
            height: scale > 0 ? tall / scale : tall,
            scale: String(scale),
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
        {ready && <EmptyPage onAsk={askAgent} />}
        <div ref={overlay} className={styles.overlay} />
      </div>
      {ready && <TemplateSwitch />}
      {scale < 0.995 && <div className={styles.hint}>{strings.scaledTo(wanted, Math.round(scale * 100))}</div>}
    </section>
  )
}

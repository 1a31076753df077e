import { page as pageEntry } from '@atelier/site'
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createStore, useStore } from '../../../documents/store.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { useCompact } from '../../../ui/media.ts'
import { besideRules, useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { activeFrame, framesOf } from '../session/frames.ts'
import { FIT } from '../session/state.ts'
import styles from './Canvas.module.css'
import { type CanvasHandle, createCanvasHandle } from './canvasHandle.ts'
import { deviceHeight } from './deviceUnits.ts'
import { EmptyPage } from './EmptyPage.tsx'
import { Frame } from './Frame.tsx'
import { createFrameKeys } from './frameKeys.ts'
import { createGestures } from './gestures.ts'
import { eachFrame } from './schedule.ts'
import type { Stage } from './stage.ts'
import * as strings from './strings.ts'
import { TemplateSwitch } from './TemplateSwitch.tsx'
import { type DeskView, fitted, inSight, placeFrames } from './view.ts'

const ViewControls = lazyWhenIdle(async () => (await import('./ViewControls.tsx')).ViewControls)

const ComponentBar = lazyWhenIdle(async () => (await import('../components/ComponentBar.tsx')).ComponentBar)

export interface CanvasProps {
  /** Receives what commands can do with the canvas. */
  onCanvas: (canvas: CanvasHandle | undefined) => void
}

/** How long the zoom rests before pages are laid out for it, in ms. */
const SETTLED_MS = 160
/** The room above the frames for the bar of an open component, which would otherwise cover a part of it, in CSS pixels. */
const COMPONENT_BAR = 44
const whole = <T,>(value: T) => value

/** The desk: the live page in a frame of the chosen width, or in one for each breakpoint of the site. */
export function Canvas({ onCanvas }: CanvasProps) {
  const { askAgent } = useShell()
  const session = useEditor()
  const site = useSite()
  useSiteVersion(besideRules)
  const compact = useCompact()
  const active = useEditorState((state) => activeFrame(state, site)?.id) ?? FIT
  const together = useEditorState((state) => state.allFrames) && !compact
  const desk = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  const [panning, setPanning] = useState(false)
  const [free] = useState(() => createStore<DeskView | undefined>(undefined))
  const chosen = useStore(free, whole)

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
  const isComponent = useEditorState(
    ({ documentId }) =>
      site !== undefined && documentId !== undefined && pageEntry(site.local.view, documentId)?.kind === 'component',
  )
  const top = (together ? 40 : margin) + (isComponent ? COMPONENT_BAR : 0)
  const breakpoints = framesOf(site)
  // On a narrow screen there is no room to choose a width for.
  const only = compact ? undefined : breakpoints.find(({ id }) => id === active)
  const one = { id: FIT, width: only?.width ?? Math.max(0, room.width - 2 * margin) }
  const isSet = together && breakpoints.length > 0
  const [keysOf] = useState(createFrameKeys)
  const bare = placeFrames(isSet ? breakpoints : [one])
  const keys = keysOf(
    bare.map(({ id }) => id),
    isSet,
    active,
  )
  const places = bare.map((place, index) => ({ ...place, key: keys[index] ?? place.id }))
  const view = chosen ? inSight(chosen, places, room.width) : fitted(places, room.width, margin)
  const height = Math.max(0, room.height - top - margin)
  const laidOutFor = useSettled(view.zoom, chosen !== undefined)

  const now = useRef({ view, places, active, together })
  now.current = { view, places, active, together }
  const stages = useRef(new Map<string, Stage>())
  const workedIn = useCallback(() => {
    const { places: all, active: id } = now.current
    const place = all.find((each) => each.id === id) ?? all.at(0)
    return place && stages.current.get(place.key)
  }, [])

  const gestures = useMemo(
    () =>
      createGestures({
        view: () => now.current.view,
        show: free.set,
        scroll: (by) => workedIn()?.scrollBy(by / now.current.view.zoom),
        panning: setPanning,
      }),
    [free, workedIn],
  )
  /** The other frames show what this one shows. */
  const alongside = useMemo(
    () =>
      eachFrame(
        () => {
          const worked = workedIn()
          const place = worked?.atTop()
          for (const stage of stages.current.values()) if (place && stage !== worked) stage.showAtTop(place)
        },
        () => false,
      ),
    [workedIn],
  )
  useEffect(() => alongside.stop, [alongside])

  useEffect(() => {
    const target = desk.current
    if (!target) return
    return gestures.listen({ target, toDesk: (x) => x - target.getBoundingClientRect().left, scrolls: false })
  }, [gestures])

  const onDocument = useCallback(
    (key: string, document: Document) =>
      gestures.listen({
        target: document,
        toDesk(x) {
          const { view: shown, places: all } = now.current
          return shown.x + ((all.find((each) => each.key === key)?.left ?? 0) + x) * shown.zoom
        },
        scrolls: true,
      }),
    [gestures],
  )
  const onStage = useCallback((key: string, stage: Stage | undefined) => {
    if (stage) stages.current.set(key, stage)
    else stages.current.delete(key)
  }, [])

  const handle = useMemo(
    () =>
      createCanvasHandle({
        free,
        view: () => now.current.view,
        room: () => desk.current?.clientWidth ?? 0,
        stage: workedIn,
        left: () => now.current.places.find(({ id }) => id === now.current.active)?.left ?? 0,
      }),
    [free, workedIn],
  )
  useEffect(() => {
    onCanvas(handle)
    return () => onCanvas(undefined)
  }, [onCanvas, handle])

  // Frames side by side are of the site's breakpoints: one of them is worked in.
  const lost = together && !places.some(({ id }) => id === active) ? places.at(-1)?.id : undefined
  useEffect(() => {
    if (lost !== undefined && lost !== FIT) session.setWidth(lost)
  }, [session, lost])
  // Another set of frames is looked at as a whole first.
  const set = together ? 'all' : active
  useEffect(() => {
    if (set !== undefined) free.set(undefined)
  }, [free, set])

  return (
    <section ref={desk} className={styles.desk} aria-label={strings.canvas} data-compact={compact || undefined}>
      {places.map((place) => {
        const isActive = !together || place.id === active
        return (
          <Frame
            key={place.key}
            frameKey={place.key}
            place={place}
            // In the frame that takes what room there is, the window is as tall as the room.
            deviceHeight={together || only ? deviceHeight(place.width) : height}
            name={together ? breakpoints.find(({ id }) => id === place.id)?.label : undefined}
            title={together ? strings.thePagePixelsWide(place.width) : strings.thePage}
            active={isActive}
            left={view.x + place.left * view.zoom}
            top={top}
            height={height}
            zoom={view.zoom}
            laidOutFor={laidOutFor}
            activate={() => together && session.setWidth(place.id)}
            showAlongside={() => together && alongside.ask()}
            onStage={onStage}
            onDocument={onDocument}
          >
            {isActive && <EmptyPage onAsk={askAgent} />}
          </Frame>
        )
      })}
      {panning && <div className={styles.shield} onPointerDown={(event) => gestures.pan(event.nativeEvent)} />}
      {site && <TemplateSwitch />}
      {isComponent && (
        <Suspense>
          <ComponentBar />
        </Suspense>
      )}
      {site && !compact && (
        <Suspense>
          <ViewControls zoom={view.zoom} fits={chosen === undefined} onZoom={handle.zoom} />
        </Suspense>
      )}
    </section>
  )
}

/** A zoom once it has rested; at once where it was not chosen by hand. */
function useSettled(zoom: number, byHand: boolean): number {
  const [settled, setSettled] = useState(zoom)
  useEffect(() => {
    if (settled === zoom) return
    const timer = setTimeout(() => setSettled(zoom), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [settled, zoom])
  return byHand ? settled : zoom
}

import type { Box } from '../insert/dropSpot.ts'
import { layerChildren } from '../model/rows.ts'
import { dragTrack, printTracks } from '../model/tracks.ts'
import { activeWidth } from '../session/frames.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import { stepsOf } from './spaceTokens.ts'
import {
  type BoxModel,
  bandsOf,
  type HandlePlace,
  handlesOf,
  linesOf,
  type Side,
  type Sides,
  sides,
  snapped,
  type TrackProperty,
  together,
} from './spacing.ts'
import * as strings from './strings.ts'
import { createTrackLists, type TrackLists } from './trackLists.ts'
import { flexDirection, flexWay, type Tracks, type Way, wayOf } from './tracks.ts'

/** The functions of a frame that the handles need. */
export interface HandleSurface {
  session: EditorSession
  overlay: HTMLElement
  classes: Record<string, string | undefined>
  elementOf(nodeId: string): Element | undefined
  /** How many overlay pixels one page pixel is. */
  scale(): number
  active(): boolean
  /** Draws the outlines again, since the element has another size. */
  refresh(): void
}

/** The tints and handles of the selected element. */
export interface Handles {
  draw(): void
  stop(): void
}

/** A box so near to the top of the frame, in pixels of the screen, has its label inside. */
const LABEL_ROOM = 22
const ways: readonly Way[] = ['right', 'down', 'left', 'up']
const arrowWays: Readonly<Record<string, Way>> = {
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowUp: 'up',
}
/** Gaps are shown between so many children at most. */
const MOST_CHILDREN = 60

export function createHandles(surface: HandleSurface): Handles {
  const { session, overlay, classes, elementOf, scale, active, refresh } = surface
  const layer = document.createElement('div')
  layer.className = classes.handles ?? ''
  const value = document.createElement('output')
  value.className = classes.value ?? ''
  value.hidden = true
  layer.append(value)
  overlay.parentElement?.append(layer)
  const shown = new Map<string, HTMLElement>()
  const places = new WeakMap<HTMLElement, HandlePlace>()
  const lists = createTrackLists(session)
  let dragging = false
  /** The handle whose value is shown: the pointer is over it, or it has the focus of the keyboard. */
  let named: HTMLElement | undefined
  /** The value after the last key: the next one may come before the page shows it, or while it moves there. */
  let stepped: { id: string; name: string; value: number } | undefined
  /** The same for the line between two tracks: how they were before the first key, and how far all keys have moved it. */
  let moved: { id: string; name: string; from: GridTracks; by: number } | undefined

  function selected(): { id: string; element: HTMLElement | SVGElement } | undefined {
    const { selected: id, selection, editing } = session.state.get()
    if (id === undefined || selection.length > 1 || editing !== undefined || !active()) return undefined
    const element = elementOf(id)
    if (!element || !('style' in element) || session.page.get()?.model.tree().node(id)?.kind !== 'element')
      return undefined
    return { id, element: element as HTMLElement }
  }

  function piece(name: string, make: () => HTMLElement): HTMLElement {
    const existing = shown.get(name)
    if (existing) return existing
    const made = make()
    shown.set(name, made)
    return made
  }

  function draw() {
    const now = selected()
    const drawn = new Set<string>()
    const model = now && modelOf(session, now.id, now.element, elementOf, lists)
    if (now && model) {
      const by = scale()
      for (const { name, kind, box } of [...bandsOf(model), ...linesOf(model)]) {
        drawn.add(`band ${name}`)
        const band = piece(`band ${name}`, () => makeBand(`${classes.band ?? ''} ${classes[kind] ?? ''}`))
        put(band, box, by)
      }
      if (model.inner?.way) {
        drawn.add('way')
        // Where its label stands inside of the box, the arrow stands below that.
        const below = model.box.top * by < LABEL_ROOM ? LABEL_ROOM / by : 0
        const place = wayPlace(model.box.left + model.border.left, model.box.top + model.border.top + below)
        const way = piece('way', () => makeHandle(place, classes.way))
        way.dataset.way = model.inner.way
        places.set(way, place)
        way.style.transform = `translate(${Math.round(place.x * by)}px, ${Math.round(place.y * by)}px)`
        way.setAttribute('aria-valuenow', String(ways.indexOf(model.inner.way)))
        way.setAttribute('aria-valuetext', strings.ways[model.inner.way])
      }
      const isRoot = session.page.get()?.model.tree().root === now.id
      for (const place of handlesOf(model, by, isRoot)) {
        drawn.add(place.name)
        const look = `${classes.handle ?? ''} ${classes[place.kind] ?? ''}`
        const handle = piece(place.name, () => makeHandle(place, look))
        places.set(
          handle,
          stepped?.name === place.name && stepped.id === now.id ? { ...place, value: stepped.value } : place,
        )
        handle.style.transform = `translate(${Math.round(place.x * by)}px, ${Math.round(place.y * by)}px) translate(-50%, -50%)`
        handle.setAttribute('aria-valuenow', String(Math.round(place.value)))
        handle.setAttribute('aria-valuetext', `${Math.round(place.value)} px`)
      }
    }
    for (const [name, each] of shown) each.hidden = !drawn.has(name)
    if (!dragging) showValue()
  }

  /** Shows the value of the named handle beside it, as a drag shows it beside the pointer. */
  function showValue() {
    const place = named && places.get(named)
    value.hidden = !place || named?.hidden !== false
    if (!place || value.hidden) return
    const by = scale()
    value.textContent = named?.getAttribute('aria-valuetext') ?? ''
    value.style.transform = `translate(${Math.round(place.x * by + 14)}px, ${Math.round(place.y * by + 14)}px)`
  }

  function name(handle: HTMLElement | undefined) {
    named = handle
    if (!dragging) showValue()
  }

  function makeBand(className: string): HTMLElement {
    const band = document.createElement('div')
    band.className = className
    layer.prepend(band)
    return band
  }

  function makeHandle({ name: id, across }: HandlePlace, look = ''): HTMLElement {
    const handle = document.createElement('div')
    handle.className = look
    handle.dataset.upright = String(across !== 0)
    handle.tabIndex = 0
    handle.setAttribute('role', 'slider')
    handle.setAttribute('aria-orientation', across !== 0 ? 'horizontal' : 'vertical')
    handle.setAttribute('aria-label', strings.handleNames(id))
    handle.addEventListener('pointerdown', (event) => drag(handle, event))
    handle.addEventListener('keydown', (event) => step(handle, event))
    handle.addEventListener('pointerenter', () => name(handle))
    handle.addEventListener('pointerleave', () => name(undefined))
    handle.addEventListener('focus', () => handle.matches(':focus-visible') && name(handle))
    handle.addEventListener('blur', () => {
      stepped = undefined
      moved = undefined
      name(undefined)
    })
    layer.append(handle)
    return handle
  }

  function write(id: string, declarations: Record<string, string>) {
    const { styleTarget } = session.state.get()
    const width = activeWidth(session.state.get(), session.site.get())
    return session.run(operations.setStyle, {
      nodeIds: [id],
      ...(styleTarget?.nodeId === id ? styleTarget.wish : {}),
      ...(width === undefined ? {} : { width }),
      declarations,
    })
  }

  function step(handle: HTMLElement, event: KeyboardEvent) {
    const place = places.get(handle)
    const now = selected()
    const way = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key]
    if (way === undefined && event.key !== 'Shift') {
      stepped = undefined
      moved = undefined
    }
    if (!place || !now || way === undefined) return
    event.preventDefault()
    event.stopPropagation()
    name(handle)
    const by = way * (event.shiftKey ? 10 : 1)
    if (place.kind === 'way') {
      const { declarations } = turnedTo(now.element, arrowWays[event.key])
      if (declarations) void write(now.id, declarations)
      return
    }
    if (place.kind === 'line') {
      const isSame = moved?.id === now.id && moved.name === place.name
      const from = isSame ? moved?.from : tracksOf(now.id, now.element, place)
      if (!from) return
      moved = { id: now.id, name: place.name, from, by: withinTracks(from, (isSame ? (moved?.by ?? 0) : 0) + by) }
      void write(now.id, draggedTracks(from, moved.by).declarations)
      return
    }
    const next = Math.max(place.least, Math.round(place.value) + by)
    stepped = { id: now.id, name: place.name, value: next }
    places.set(handle, { ...place, value: next })
    void write(now.id, Object.fromEntries(place.properties.map((property) => [property, `${next}px`])))
  }

  /** The children of a flex box going another way; as they go without one. */
  function turnedTo(element: Element, way: Way | undefined) {
    if (!way) return { text: '' }
    const isRightToLeft = element.ownerDocument.defaultView?.getComputedStyle(element).direction === 'rtl'
    return { text: strings.ways[way], declarations: { 'flex-direction': flexDirection(way, isRightToLeft) } }
  }

  /** The tracks of a grid as they are now; undefined where its rule does not list them. */
  function tracksOf(id: string, element: Element, { properties, track }: HandlePlace): GridTracks | undefined {
    const [property] = properties
    if (property === undefined || track === undefined) return undefined
    const list = lists.read(id, property)
    return list && { property, track, list, sizes: sizesOf(element, property) }
  }

  function drag(handle: HTMLElement, start: PointerEvent) {
    const place = places.get(handle)
    const now = selected()
    if (!place || !now || start.button !== 0) return
    start.preventDefault()
    start.stopPropagation()
    handle.setPointerCapture(start.pointerId)
    handle.focus({ preventScroll: true })
    const { element, id } = now
    const before = element.getAttribute('style')
    // Read before anything is written: a move then asks for one layout, that of the page.
    const { left, top } = layer.getBoundingClientRect()
    const steps = /size|line|way/.test(place.kind) ? [] : stepsOf(session, element)
    const tracks = place.kind === 'line' ? tracksOf(id, element, place) : undefined
    let declarations: Record<string, string> = {}
    dragging = true
    layer.toggleAttribute('data-dragging', true)
    const restore = () => {
      if (before === null) element.removeAttribute('style')
      else element.setAttribute('style', before)
    }
    const move = (event: PointerEvent) => {
      const by = scale()
      const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY]
      const delta = (across * place.across + down * place.down) / by
      restore()
      const next =
        place.kind === 'way'
          ? turnedTo(element, wayOf(across, down))
          : place.kind === 'line'
            ? tracks && draggedTracks(tracks, delta)
            : draggedLength(place, delta, event)
      if (!next) return
      declarations = next.declarations ?? {}
      for (const [property, text] of Object.entries(declarations)) {
        element.style.setProperty(property, text, 'important')
      }
      value.hidden = next.text === ''
      value.textContent = next.text
      value.style.transform = `translate(${Math.round(event.clientX - left + 14)}px, ${Math.round(event.clientY - top + 14)}px)`
      draw()
      refresh()
    }
    const draggedLength = (length: HandlePlace, by: number, event: PointerEvent) => {
      const free = event.metaKey || event.ctrlKey
      const next = snapped(length.value + by, length.least, free ? [] : steps)
      const text = next.step ? `var(${next.step.name})` : `${next.value}px`
      const properties = length.properties.flatMap((property) =>
        together(property, { alt: event.altKey, shift: event.shiftKey }),
      )
      return {
        text: next.step ? strings.tokenValue(next.step.name, next.value) : strings.pixels(next.value),
        declarations: Object.fromEntries(properties.map((property) => [property, text])),
      }
    }
    const stop = () => {
      dragging = false
      value.hidden = true
      layer.toggleAttribute('data-dragging', false)
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', end)
      handle.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key, true)
    }
    const end = async () => {
      stop()
      if (Object.keys(declarations).length > 0) await write(id, declarations)
      // The rule shows from the next frame on.
      requestAnimationFrame(() => {
        restore()
        draw()
      })
    }
    const cancel = () => {
      stop()
      restore()
      draw()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      cancel()
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key, true)
  }

  return {
    draw() {
      if (!dragging) draw()
    },
    stop: () => layer.remove(),
  }
}

/** The tracks of a grid: the one before the line that is moved, all as its rule lists them, and their sizes in CSS pixels. */
interface GridTracks {
  property: string
  track: number
  list: readonly string[]
  sizes: readonly number[]
}

/** The tracks after the line behind one of them was moved by CSS pixels. */
function draggedTracks({ property, track, list, sizes }: GridTracks, by: number) {
  const next = dragTrack(list, sizes, track, by)
  return {
    text: strings.tracks([next[track] ?? '', next[track + 1] ?? '']),
    declarations: { [property]: printTracks(next) },
  }
}

/** A distance as far as the line between two tracks can be moved: beside a fraction the next track shrinks. */
function withinTracks({ track, list, sizes }: GridTracks, by: number): number {
  const most = /fr\)?$/i.test(list[track] ?? '') ? (sizes[track + 1] ?? 0) : Number.POSITIVE_INFINITY
  return Math.min(most, Math.max(-(sizes[track] ?? 0), by))
}

/** The arrow of a flex box, with its left upper corner at a place. */
function wayPlace(x: number, y: number): HandlePlace {
  return {
    name: 'flex-direction',
    kind: 'way',
    properties: ['flex-direction'],
    x,
    y,
    across: 0,
    down: 0,
    value: 0,
    least: 0,
  }
}

function put(element: HTMLElement, { left, top, width, height }: Box, by: number) {
  element.style.transform = `translate(${Math.round(left * by)}px, ${Math.round(top * by)}px)`
  element.style.width = `${Math.round((left + width) * by) - Math.round(left * by)}px`
  element.style.height = `${Math.round((top + height) * by) - Math.round(top * by)}px`
}

/** The browser's boxes of an element. */
function modelOf(
  session: EditorSession,
  id: string,
  element: Element,
  elementOf: (nodeId: string) => Element | undefined,
  lists: TrackLists,
): BoxModel | undefined {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element)
  if (!style || style.display === 'none' || style.display === 'contents' || style.display === 'inline') return undefined
  const pixels = (property: string) => Number.parseFloat(style.getPropertyValue(property)) || 0
  const widths = (name: (side: Side) => string): Sides => {
    const [top = 0, right = 0, bottom = 0, left = 0] = sides.map((side) => pixels(name(side)))
    return { top, right, bottom, left }
  }
  const boxOf = (each: Element): Box => {
    const { left, top, width, height } = each.getBoundingClientRect()
    return { left, top, width, height }
  }
  const model: BoxModel = {
    box: boxOf(element),
    margin: widths((side) => `margin-${side}`),
    border: widths((side) => `border-${side}-width`),
    padding: widths((side) => `padding-${side}`),
  }
  const tree = session.page.get()?.model.tree()
  if (!tree || !/(?:flex|grid)$/.test(style.display)) return model
  const children = layerChildren(tree, id)
    .slice(0, MOST_CHILDREN)
    .flatMap((child) => elementOf(child.id) ?? [])
    .map(boxOf)
  const isGrid = style.display.endsWith('grid')
  const isRightToLeft = style.direction === 'rtl'
  const tracks = (property: TrackProperty, gap: string, align: string): Tracks => ({
    sizes: sizesOf(element, property),
    gap: pixels(gap),
    align,
  })
  const columns = tracks('grid-template-columns', 'column-gap', style.justifyContent)
  const rows = tracks('grid-template-rows', 'row-gap', style.alignContent)
  const grid = {
    columns: { ...columns, reversed: isRightToLeft },
    rows,
    listed: [
      ...(lists.has(id, 'grid-template-columns', columns.sizes.length) ? ['grid-template-columns' as const] : []),
      ...(lists.has(id, 'grid-template-rows', rows.sizes.length) ? ['grid-template-rows' as const] : []),
    ],
  }
  return {
    ...model,
    inner: {
      kind: isGrid ? 'grid' : style.flexDirection.startsWith('column') ? 'column' : 'row',
      rowGap: pixels('row-gap'),
      columnGap: pixels('column-gap'),
      children,
      ...(isGrid ? grid : { way: flexWay(style.flexDirection, isRightToLeft) }),
    },
  }
}

/** The sizes of a grid's tracks as they are laid out, in CSS pixels. */
function sizesOf(element: Element, property: string): number[] {
  const computed = element.ownerDocument.defaultView?.getComputedStyle(element).getPropertyValue(property) ?? ''
  return computed.split(' ').flatMap((each) => (each.endsWith('px') ? Number.parseFloat(each) : []))
}

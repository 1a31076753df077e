import {
  type Attribute,
  bareAttributes,
  isTokenKey,
  missingFile,
  nodeClasses,
  printCss,
  type ShownFiles,
  shownCss,
  shownFiles,
} from '@atelier/site'
import { patchStore } from '../../../documents/store.ts'
import { currentTrail } from '../components/trail.ts'
import { attachInsert } from '../insert/attach.ts'
import { partName } from '../model/partName.ts'
import type { Touched } from '../model/plan.ts'
import { unlocked } from '../model/selection.ts'
import type { EditorSession, OpenPage, OpenSite } from '../session/session.ts'
import { type DocumentAround, documentsAround, isOfTemplate } from './around.ts'
import { cssOnDevice, type Device, lengthsOnDevice, mediaOnDevice } from './deviceUnits.ts'
import { dressHtml, keepInFrame } from './frame.ts'
import { attachHand, type Hand } from './hand.ts'
import { createLooks, type Looks } from './looks.ts'
import { loopCopyAt } from './loopCopies.ts'
import { createOverlay, type Overlay, type OverlayTarget } from './overlay.ts'
import { createParts, nodeOfPart, type Parts, partStyles } from './parts.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { eachFrame } from './schedule.ts'
import { createScrollPlace, type PlaceAtTop } from './scrollPlace.ts'
import * as strings from './strings.ts'
import { connectFrame } from './stylePreview.ts'
import { editableAt, type FirstCaret, loadTyping, type TextEditing } from './textEditing.ts'

export interface StageOptions {
  session: EditorSession
  frame: HTMLIFrameElement
  overlayRoot: HTMLElement
  classes: Record<string, string | undefined>
  scale: () => number
  /** The size of the window that the page believes to be in, in CSS pixels. */
  device: () => Device
  /** Whether this is the frame that one works in; the others follow the page when the browser has nothing else to do. */
  active: () => boolean
  /** Somebody begins to work in this frame. */
  activate: () => void
  /** The page was scrolled in this frame while it is the active one. */
  scrolled: () => void
  /** Keys that were pressed while the focus is in the page. */
  onKey: (event: KeyboardEvent) => void
}

export interface Stage {
  /** @param inTemplate with the templates around it that it is published in */
  show(page: OpenPage | undefined, site: OpenSite | undefined, inTemplate: boolean): void
  /** The frame has another size or scale. */
  resized(): void
  editText(nodeId: string): void
  /** The box of the selected node in CSS pixels of the page, from the left and top edge of what the frame shows of it. */
  selectedBox(): DOMRect | undefined
  /** Scrolls the page, by CSS pixels. */
  scrollBy(by: number): void
  /** What stands at the top of the frame, and how far above or below its edge, in CSS pixels. */
  atTop(): PlaceAtTop | undefined
  /** Scrolls so that the same stands there. */
  showAtTop(place: PlaceAtTop): void
  destroy(): void
}

/** How long the agent's outline stays on what it touched last. */
const AGENT_OUTLINE_MS = 2_600
/** The view follows the agent only where the person has not moved it for so long. */
const USER_IDLE_MS = 2_500

/** Joins one frame to one live page: draws it, marks it, and turns clicks into selection and typing into edits. */
export function createStage({
  session,
  frame,
  overlayRoot,
  classes,
  scale,
  device,
  active,
  activate,
  scrolled,
  onKey,
}: StageOptions): Stage | undefined {
  const document = frame.contentDocument
  const view = frame.contentWindow
  if (!document || !view) return undefined
  let files: ShownFiles | undefined
  const renderer: Renderer = createRenderer(document, (attributes, tag) =>
    onDevice(looks.attributes(files?.attributes(attributes, tag) ?? attributes)),
  )
  const onDevice = (attributes: readonly Attribute[]) =>
    attributes.map(([name, value]): Attribute => {
      if (name === 'style') return [name, lengthsOnDevice(value, shownOn)]
      return [name, name === 'media' ? mediaOnDevice(value, shownOn) : value]
    })
  const writeStyles = () => renderer.setStyles(cssOnDevice(looks.css(written), shownOn))
  const overlay: Overlay = createOverlay(overlayRoot, classes, () => hand?.draw())
  const looks: Looks = createLooks({
    session,
    document,
    selected: () => targetOf(session.state.get().selected)?.element,
    changed: () => writeAgain('[media]'),
  })
  const stops: (() => void)[] = [keepInFrame(document), looks.stop]
  let stopPage: (() => void)[] = []
  let page: OpenPage | undefined
  let parts: Parts | undefined
  let editing: TextEditing | undefined
  /** The node whose text is about to be typed. */
  let begins: string | undefined
  let written = ''
  let shownOn = device()
  let hand: Hand | undefined
  /** The place where a component is edited was shown once. */
  let foundInstance = false
  /** The copy of a loop's entry under the pointer. */
  let copy: OverlayTarget | undefined
  let personMoved = Number.NEGATIVE_INFINITY

  /** Writes the stylesheets again, and the attributes of what a selector matches. */
  const writeAgain = (selector: string) => {
    writeStyles()
    const fields = new Set([...document.querySelectorAll(selector)].flatMap((each) => renderer.ownId(each) ?? []))
    if (page && fields.size > 0) renderer.update(canvasOf(page), { fields, placed: new Set() })
    overlay.refresh()
  }

  const canvasOf = (open: OpenPage) => parts?.over(open.model.canvas()) ?? open.model.canvas()

  function targetOf(id: string | undefined, label?: string): OverlayTarget | undefined {
    if (id === undefined || !page) return undefined
    const dom = renderer.domOf(id)
    const element = dom?.nodeType === 1 ? dom : dom?.parentNode
    if (!element || !('getBoundingClientRect' in element)) return undefined
    return { element: element as Element, label: label ?? nameOf(id) }
  }

  function nameOf(id: string): string {
    const node = page?.model.tree().node(id)
    if (!node) return ''
    if (node.label) return node.label
    const part = partName(session.site.get()?.local.view, node)
    if (part !== undefined) return part
    if (node.kind === 'text') return 'text'
    const [first] = nodeClasses(node)
    return first ? `${node.tag}.${first}` : node.tag
  }

  function draw() {
    const { selected, selection, hovered, agentNode, editing: typing } = session.state.get()
    overlayRoot.toggleAttribute('data-editing', typing !== undefined)
    const peers = (page?.document.peers.get() ?? []).flatMap((peer) => {
      const own = peer.userId === session.userId
      const name = own ? strings.youInAnotherTab : peer.name
      const isTyping = peer.typing !== undefined
      const target = targetOf(peer.typing ?? peer.selected, isTyping ? strings.isTyping(name) : name)
      return target ? [{ ...target, color: own ? 'var(--hand)' : peer.color, isTyping }] : []
    })
    const instance = targetOf(parts?.instance())
    if (instance && !foundInstance) {
      foundInstance = true
      instance.element.firstElementChild?.scrollIntoView({ block: 'center', behavior: 'instant' })
    }
    overlay.draw({
      edited: instance,
      copy,
      selected: targetOf(selected),
      others: selection.flatMap((id) => (id === selected ? [] : (targetOf(id) ?? []))),
      hovered: targetOf(hovered),
      agent: targetOf(agentNode, strings.agent),
      peers,
      scale: scale(),
    })
  }

  let agentTimer: ReturnType<typeof setTimeout> | undefined
  function agentAt(id: string) {
    patchStore(session.state, { agentNode: id })
    clearTimeout(agentTimer)
    agentTimer = setTimeout(() => patchStore(session.state, { agentNode: undefined }), AGENT_OUTLINE_MS)
    if (active() && performance.now() - personMoved > USER_IDLE_MS && !editing) reveal(id)
  }

  function reveal(id: string) {
    const target = targetOf(id)
    if (!target || !view) return
    const { top, bottom } = target.element.getBoundingClientRect()
    const tall = view.innerHeight
    if (top >= 0 && bottom <= tall) return
    if (top < tall * 0.7 && bottom > tall * 0.3) return
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const box = target.element.getClientRects().length > 0 ? target.element : target.element.firstElementChild
    box?.scrollIntoView({
      block: bottom - top > tall ? 'start' : 'center',
      behavior: calm ? 'instant' : 'smooth',
    })
  }

  function follow(next: OpenPage, site: OpenSite | undefined, shownIn: readonly DocumentAround[]) {
    let pending: Touched | undefined
    const authors = new Map<string, 'self' | 'peer' | 'agent'>()
    const frames = eachFrame(() => {
      const touched = pending
      pending = undefined
      if (!touched) return
      const { touched: marks } = renderer.update(canvasOf(next), parts?.widen(touched) ?? touched)
      let last: string | undefined
      for (const id of marks) {
        const author = authors.get(id) ?? authorBelow(next, id, authors)
        const target = targetOf(id)
        if (author === undefined || author === 'self' || !target) continue
        overlay.flash(target.element, author === 'agent' ? 'agent' : 'hand')
        if (author === 'agent') last = id
      }
      authors.clear()
      if (last !== undefined) agentAt(last)
      dropLostSelection(next)
      looks.mark()
      draw()
    }, active)
    const stop = next.model.observe(({ touched, origin }) => {
      pending ??= { fields: new Set(), placed: new Set() }
      const written = next.document.author(origin)
      const author = written === 'agent' && session.serverIsAtWork() ? 'self' : written
      for (const id of touched.fields) {
        pending.fields.add(id)
        authors.set(id, author)
      }
      for (const id of touched.placed) {
        pending.placed.add(id)
        authors.set(id, author)
      }
      frames.ask()
    })
    parts =
      site &&
      createParts(session, next, site, shownIn, ({ fields, placed }) => {
        pending ??= { fields: new Set(), placed: new Set() }
        for (const id of fields) pending.fields.add(id)
        for (const id of placed) pending.placed.add(id)
        frames.ask()
      })
    if (parts) stopPage.push(parts.stop)
    stopPage.push(stop, frames.stop, next.document.peers.subscribe(draw))
  }

  function dropLostSelection(open: OpenPage) {
    const { selection, hovered } = session.state.get()
    const tree = open.model.tree()
    const left = selection.filter((id) => tree.node(id))
    if (left.length < selection.length) session.selectAll(left)
    if (hovered !== undefined && !tree.node(hovered)) session.hover(undefined)
  }

  function followStyles(site: OpenSite, shownIn: readonly DocumentAround[]) {
    const write = () => {
      const { view } = site.local
      const own = shownCss(view, page?.model.tree(), page?.id ?? '', files)
      // What is a template's own alone; where its switch is off, that shows nowhere.
      const theirs = shownIn.map(({ id }) => printCss(view, { sheet: id })).map((css) => files?.css(css) ?? css)
      written = [partStyles, ...theirs, own].join('\n')
      writeStyles()
    }
    write()
    const frames = eachFrame(() => {
      write()
      overlay.refresh()
    }, active)
    const stop = site.local.observe((patches) => {
      if (patches.some(({ key }) => /^(?:rule|sheet|code):/.test(key) || isTokenKey(key))) frames.ask()
      if (patches.some(({ key }) => key.startsWith('media:'))) media.ask()
    })
    // A file was added or removed: the page loads it again.
    const media = eachFrame(() => {
      write()
      if (page && !editing) renderer.show(canvasOf(page))
      draw()
    }, active)
    stopPage.push(stop, frames.stop, media.stop)
  }

  function startEditing(nodeId: string, at?: FirstCaret) {
    const open = page
    if (!open || editing || begins === nodeId) return
    begins = nodeId
    loadTyping().then(
      ({ startTyping }) => {
        const isWanted = begins === nodeId && page === open && !editing
        if (begins === nodeId) begins = undefined
        if (!isWanted) return
        startTyping(
          {
            session,
            renderer,
            page: open,
            canvas(shownAsWritten) {
              parts?.write(shownAsWritten)
              return canvasOf(open)
            },
            began(typing) {
              editing = typing
              session.select(typing.nodeId)
              patchStore(session.state, { editing: typing.nodeId, hovered: undefined })
              draw()
            },
            ended() {
              editing = undefined
              patchStore(session.state, { editing: undefined })
              draw()
            },
          },
          nodeId,
          at,
        )
      },
      () => session.problem.set({ message: strings.textCouldNotBeLoaded }),
    )
  }

  const on = <Kind extends keyof DocumentEventMap>(
    kind: Kind,
    listener: (event: DocumentEventMap[Kind]) => void,
    capture = true,
  ) => {
    document.addEventListener(kind, listener, capture)
    stops.push(() => document.removeEventListener(kind, listener, capture))
  }
  const moved = () => {
    personMoved = performance.now()
  }
  const elementOf = (node: Node | null) => (node?.nodeType === 1 ? (node as Element) : (node?.parentElement ?? null))
  const nodeOf = (node: Node | null) => {
    const id = renderer.idOf(loopCopyAt(elementOf(node))?.original ?? node)
    if (id === undefined || isOfTemplate(id) || !page) return undefined
    return unlocked(page.model.tree(), nodeOfPart(id), session.state.get().locked)
  }
  const nodeAt = (event: Event) => nodeOf(asNode(event.target))
  const inEditing = (event: Event) => {
    const element = editing ? renderer.domOf(editing.nodeId) : undefined
    const node = asNode(event.target)
    return element !== undefined && node !== null && element.contains(node)
  }

  on('mousemove', (event) => {
    const found = loopCopyAt(elementOf(asNode(event.target)))
    if (found?.element !== copy?.element) {
      copy = found && { element: found.element, label: strings.copyOfLoop(found.number, found.count) }
      draw()
    }
    if (!editing) session.hover(nodeAt(event))
  })
  on('mouseleave', () => session.hover(undefined))
  document.documentElement.addEventListener('mouseleave', () => session.hover(undefined))
  on('mousedown', (event) => {
    moved()
    if (!active()) activate()
    if (inEditing(event)) return
    begins = undefined
    editing?.finish()
    // Without this a click would focus a field of the page, or begin to select its text.
    if (event.detail < 2) event.preventDefault()
    view.focus()
  })
  on('click', (event) => {
    if (inEditing(event)) return
    const id = nodeAt(event)
    if (id !== undefined) session.select(id, { add: event.shiftKey })
  })
  on('dblclick', (event) => {
    if (inEditing(event)) return
    event.preventDefault()
    const id = nodeAt(event)
    const target = id !== undefined && page ? editableAt(page.model.tree(), id) : undefined
    if (target !== undefined) startEditing(target, { x: event.clientX, y: event.clientY })
  })
  on('keydown', (event) => {
    if (!editing) onKey(event)
  })
  on('wheel', moved)
  on('touchmove', moved)
  on('scroll', () => {
    overlay.refresh()
    scrollPlace.scrolled()
    if (active()) scrolled()
  })
  on('load', () => overlay.refresh())
  on('transitionend', () => overlay.refresh())

  const scrollPlace = createScrollPlace({
    view,
    nodeOf,
    elementOf: (nodeId) => targetOf(nodeId)?.element,
  })

  hand = attachHand({
    session,
    document,
    overlay: overlayRoot,
    classes,
    nodeAt,
    elementOf: (nodeId) => targetOf(nodeId)?.element,
    boxOf: (nodeId) => {
      const box = targetOf(nodeId)?.element.getBoundingClientRect()
      return box && (box.width > 0 || box.height > 0) ? box : undefined
    },
    nameOf,
    scale,
    active,
    refresh: overlay.refresh,
    inEditing,
  })
  stops.push(
    hand.stop,
    scrollPlace.stop,
    session.state.subscribe(draw),
    connectFrame(session, frame, {
      element: (id) => targetOf(id)?.element,
      shownCss: (css) => cssOnDevice(css, shownOn),
      refresh: overlay.refresh,
    }),
    attachInsert(session, {
      document,
      overlay: overlayRoot,
      nodeAt,
      elementOf: (nodeId) => targetOf(nodeId)?.element,
      nameOf,
      scale,
    }),
    watchSelection(session, (selected) => {
      if (selected !== undefined && active()) reveal(selected)
    }),
  )

  return {
    show(next, site, inTemplate) {
      editing?.finish()
      for (const stop of stopPage) stop()
      stopPage = []
      parts = undefined
      page = next
      const base = `/api/projects/${session.projectId}/files`
      files = site && shownFiles(site.local.view, next?.id ?? '', base, missingFile)
      const trail = currentTrail(session.state.get())
      const shownIn = site && next ? documentsAround(site, next.id, { inTemplate, trail }) : []
      if (site) followStyles(site, shownIn)
      foundInstance = false
      if (next) {
        follow(next, site, shownIn)
        renderer.show(canvasOf(next))
        const tree = next.model.tree()
        const html = tree.node(tree.html)
        dressHtml(document, html ? bareAttributes(html) : [])
        view.scrollTo(0, 0)
        scrollPlace.forget()
        const { selected } = session.state.get()
        if (selected !== undefined) reveal(selected)
      }
      draw()
    },
    resized() {
      const { width, height } = shownOn
      shownOn = device()
      if (width !== shownOn.width || height !== shownOn.height) writeAgain('[style], [media]')
      scrollPlace.restore()
      draw()
    },
    selectedBox: () => targetOf(session.state.get().selected)?.element.getBoundingClientRect(),
    atTop: scrollPlace.read,
    showAtTop: scrollPlace.show,
    scrollBy: (by) => view.scrollBy({ top: by, behavior: 'instant' }),
    editText: (nodeId) => {
      const target = page ? editableAt(page.model.tree(), nodeId) : undefined
      if (target !== undefined) startEditing(target)
    },
    destroy() {
      editing?.finish()
      clearTimeout(agentTimer)
      for (const stop of [...stopPage, ...stops]) stop()
      overlay.destroy()
    },
  }
}

/** The author of something inside a marked node, if the mark itself represents its content. */
function authorBelow(page: OpenPage, id: string, authors: ReadonlyMap<string, 'self' | 'peer' | 'agent'>) {
  for (const child of page.model.tree().children(id)) {
    const author = authors.get(child.id)
    if (author !== undefined) return author
  }
  return undefined
}

function watchSelection(session: EditorSession, changed: (selected: string | undefined) => void): () => void {
  let last = session.state.get().selected
  return session.state.subscribe(() => {
    const { selected } = session.state.get()
    if (selected === last) return
    last = selected
    changed(selected)
  })
}

/** Things of the frame are of its own realm, where `instanceof Node` of this one says no. */
function asNode(target: EventTarget | null): Node | null {
  return target !== null && 'nodeType' in target ? (target as Node) : null
}

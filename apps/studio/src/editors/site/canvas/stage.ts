import {
  type Attribute,
  editableAt,
  instanceAround,
  isTokenKey,
  missingFile,
  nodeClasses,
  printCss,
  type ShownFiles,
  shownCss,
  shownFiles,
  shownHtmlAttributes,
} from '@atelier/site'
import { patchStore } from '../../../documents/store.ts'
import { currentTrail } from '../components/trail.ts'
import { attachInsert } from '../insert/attach.ts'
import { partName } from '../model/partName.ts'
import { unlocked } from '../model/selection.ts'
import type { EditorSession, OpenPage, OpenSite } from '../session/session.ts'
import { type DocumentAround, documentsAround, isOfTemplate } from './around.ts'
import { cssOnDevice, type Device, lengthsOnDevice, mediaOnDevice } from './deviceUnits.ts'
import { dressHtml, keepInFrame } from './frame.ts'
import { listenToFrame } from './frameEvents.ts'
import { createFrameText } from './frameText.ts'
import { attachHand, type Hand } from './hand.ts'
import { createLooks, type Looks } from './looks.ts'
import { loopCopyAt } from './loopCopies.ts'
import { createOverlay, type Overlay, type OverlayTarget } from './overlay.ts'
import { followChanges } from './pageChanges.ts'
import { createParts, nodeOfPart, type Parts, partStyles } from './parts.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { revealElement } from './reveal.ts'
import { eachFrame } from './schedule.ts'
import { createScrollPlace, type PlaceAtTop } from './scrollPlace.ts'
import * as strings from './strings.ts'
import { connectFrame } from './stylePreview.ts'
import type { FieldText, FirstCaret } from './textEditing.ts'
import { createUtilityStyles } from './utilityStyles.ts'
import { dropLostSelection, watchSelection } from './watchSelection.ts'

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
  /** Scrolls the page, by heights of what the frame shows of it. */
  scrollScreens(by: number): void
  /** The element at the top of the frame, and its distance from the edge, in CSS pixels. */
  atTop(): PlaceAtTop | undefined
  /** Scrolls so that the same element is there. */
  showAtTop(place: PlaceAtTop): void
  destroy(): void
}

/** How long the agent's outline stays on what it touched last. */
const AGENT_OUTLINE_MS = 2_600
/** The view follows the agent only where the person has not moved it for so long. */
const USER_IDLE_MS = 2_500

/** Settings that the `<html>` of a page shows. */
const HTML_SETTING = /^(?:settings|page:[^/]+)\/(?:language|direction)$/

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
  const writeStyles = () => renderer.setStyles(cssOnDevice(looks.css(`${utilities.css()}\n${written}`), shownOn))
  const overlay: Overlay = createOverlay(overlayRoot, classes, () => hand?.draw())
  const looks: Looks = createLooks({
    session,
    document,
    selected: () => targetOf(session.state.get().selected)?.element,
    changed: () => writeAgain('[media]'),
  })
  const utilities = createUtilityStyles(document, () => session.site.get()?.local.view, writeStyles)
  const stops: (() => void)[] = [keepInFrame(document), looks.stop, utilities.stop]
  let stopPage: (() => void)[] = []
  let page: OpenPage | undefined
  let shownSite: OpenSite | undefined
  let parts: Parts | undefined
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
    if (active() && performance.now() - personMoved > USER_IDLE_MS && text.nodeId() === undefined) reveal(id)
  }

  const reveal = (id: string) => {
    const target = targetOf(id)
    if (target) revealElement(view, target.element)
  }

  function follow(next: OpenPage, site: OpenSite | undefined, shownIn: readonly DocumentAround[]) {
    const changes = followChanges(session, next, active, (touched, authorOf) => {
      const { touched: marks } = renderer.update(canvasOf(next), parts?.widen(touched) ?? touched)
      let last: string | undefined
      for (const id of marks) {
        const author = authorOf(id)
        const target = targetOf(id)
        if (author === undefined || author === 'self' || !target) continue
        overlay.flash(target.element, author === 'agent' ? 'agent' : 'hand')
        if (author === 'agent') last = id
      }
      if (last !== undefined) agentAt(last)
      dropLostSelection(session, next)
      looks.mark()
      draw()
    })
    parts = site && createParts(session, next, site, shownIn, changes.add)
    if (parts) stopPage.push(parts.stop)
    stopPage.push(changes.stop, next.document.peers.subscribe(draw))
  }

  /** Gives the frame the language and direction that the page has. */
  function dress() {
    const tree = page?.model.tree()
    if (page && shownSite && document) dressHtml(document, shownHtmlAttributes(shownSite.local.view, page.id, tree))
  }

  function followStyles(site: OpenSite, shownIn: readonly DocumentAround[]) {
    const write = () => {
      const { view } = site.local
      const own = shownCss(view, page?.model.tree(), page?.id ?? '', files)
      // The parts that belong only to a template; where its switch is off, that shows nowhere.
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
      if (patches.some(({ key }) => HTML_SETTING.test(key))) dress()
    })
    // A file was added or removed: the page loads it again.
    const media = eachFrame(() => {
      write()
      if (page && text.nodeId() === undefined) renderer.show(canvasOf(page))
      draw()
    }, active)
    stopPage.push(stop, frames.stop, media.stop)
  }

  const text = createFrameText({
    session,
    renderer,
    isShown: (open) => page === open,
    canvas(open, shownAsWritten) {
      parts?.write(shownAsWritten)
      return canvasOf(open)
    },
    draw,
  })
  /** @param nodeId undefined for what stands around the page: there only texts of entries are typed */
  const editText = (nodeId: string | undefined, at?: FirstCaret) => {
    const tree = page?.model.tree()
    if (!page || !tree) return
    const field = fieldUnder(nodeId ?? tree.root, at)
    const target = nodeId === undefined ? undefined : editableAt(tree, nodeId)
    const own = field ?? (target === undefined ? undefined : ownField(target))
    if (own) text.startField(page, own)
    else if (target !== undefined) text.start(page, target, at)
    else if (nodeId !== undefined && instanceAround(tree, nodeId) !== undefined)
      session.problem.set({ message: strings.textInSlot })
  }

  /** The text of an entry at a point in what is shown for a component, a loop or a template around the page. */
  const fieldUnder = (nodeId: string, at: FirstCaret): FieldText | undefined => {
    const point = typeof at === 'object' ? document.elementFromPoint(at.x, at.y) : undefined
    const shown = point ? renderer.fieldOf(point) : undefined
    const origin = shown && parts?.fieldAt(shown.address)
    return shown && origin && { nodeId, bound: origin, element: shown.element, held: shown.held }
  }

  /** The text of an entry that an element of the page shows. */
  const ownField = (nodeId: string): FieldText | undefined => {
    const bound = parts?.bound(nodeId)
    const element = targetOf(nodeId)?.element
    if (!bound || bound.source.table === undefined || !element) return undefined
    return { nodeId, bound, element, held: nodeId }
  }

  const elementOf = (node: Node | null) => (node?.nodeType === 1 ? (node as Element) : (node?.parentElement ?? null))
  const nodeOf = (node: Node | null) => {
    const id = renderer.idOf(loopCopyAt(elementOf(node))?.original ?? node)
    if (id === undefined || isOfTemplate(id) || !page) return undefined
    return unlocked(page.model.tree(), nodeOfPart(id), session.state.get().locked)
  }
  const nodeAt = (event: Event) => nodeOf(asNode(event.target))
  const inEditing = (event: Event) => {
    const node = asNode(event.target)
    return node !== null && text.element()?.contains(node) === true
  }

  stops.push(
    listenToFrame(document, {
      session,
      nodeAt,
      inEditing,
      isEditing: () => text.nodeId() !== undefined,
      beginsEditing: text.begins,
      over(target) {
        const found = loopCopyAt(elementOf(asNode(target)))
        if (found?.element === copy?.element) return
        copy = found && { element: found.element, label: strings.copyOfLoop(found.number, found.count) }
        draw()
      },
      moved() {
        personMoved = performance.now()
      },
      pressed(event) {
        if (!active()) activate()
        if (inEditing(event)) return
        text.finish()
        session.text.field.set(undefined)
        // Without this a click would focus a field of the page, or begin to select its text.
        if (event.detail < 2) event.preventDefault()
        view.focus()
      },
      editText,
      onKey,
      scrolled() {
        overlay.refresh()
        scrollPlace.scrolled()
        if (active()) scrolled()
      },
      refresh: overlay.refresh,
    }),
  )

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
      text.finish()
      for (const stop of stopPage) stop()
      stopPage = []
      parts = undefined
      page = next
      shownSite = site
      const base = `/api/projects/${session.projectId}/files`
      files = site && shownFiles(site.local.view, next?.id ?? '', base, missingFile)
      const trail = currentTrail(session.state.get())
      const shownIn = site && next ? documentsAround(site, next.id, { inTemplate, trail }) : []
      if (site) followStyles(site, shownIn)
      foundInstance = false
      if (next) {
        follow(next, site, shownIn)
        renderer.show(canvasOf(next))
        dress()
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
    scrollScreens: (by) => view.scrollBy({ top: by * view.innerHeight, behavior: 'instant' }),
    editText: (nodeId) => editText(nodeId),
    destroy() {
      text.finish()
      clearTimeout(agentTimer)
      for (const stop of [...stopPage, ...stops]) stop()
      overlay.destroy()
    },
  }
}

/** Things of the frame are of its own realm, where `instanceof Node` of this one says no. */
function asNode(target: EventTarget | null): Node | null {
  return target !== null && 'nodeType' in target ? (target as Node) : null
}

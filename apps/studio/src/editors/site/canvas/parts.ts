import {
  boundText,
  type Composition,
  composeNode,
  composePart,
  composeRich,
  type FieldOrigin,
  fieldAt,
  isComponent,
  isLoop,
  isOutlet,
  isPart,
  isSpecial,
  loopElement,
  mayHoldToken,
  nodeAttribute,
  nodeAttributes,
  PART_VIEWER_TAG,
  type PageEntry,
  type PageNode,
  type PageTree,
  page as pageEntry,
  partPictureUrl,
  partRequestOf,
  viewerAttributes,
} from '@atelier/site'
import type { CanvasNode, CanvasTree, Touched } from '../model/plan.ts'
import { followSpecialNodes } from '../model/specialNodes.ts'
import type { EditorSession, OpenPage, OpenSite } from '../session/session.ts'
import { type Around, type DocumentAround, idAround, inside, instanceIn, nodesAround } from './around.ts'
import { askedContent } from './askedContent.ts'
import * as strings from './strings.ts'

/** In front of the id of a loop: the entries that its own nodes do not show. */
const GHOSTS = 'ghosts:'
const GHOST_TAG = 'atelier-ghosts'
const OUTLET_STYLE =
  'display:block;box-sizing:border-box;min-height:96px;padding:36px 16px;border:1px dashed currentColor;opacity:.6;font:13px/20px system-ui,sans-serif;text-align:center'

/** Styles that the canvas adds to a page, so that special elements take no part in its layout. */
export const partStyles =
  'atelier-component,atelier-loop,instatic-loop,atelier-slot,atelier-ghosts{display:contents}@layer parts{part-viewer{display:block;position:relative}part-viewer>img{display:block;width:100%;height:auto}}atelier-ghosts>*{opacity:.45}atelier-ghosts>:is([contenteditable],:has([contenteditable])){opacity:1}'

/** The node that an id of the canvas belongs to. */
export const nodeOfPart = (id: string) => (id.startsWith(GHOSTS) ? id.slice(GHOSTS.length) : id)

/** Shows the placeholders of components, loops and outlets on an open page. */
export interface Parts {
  /** The tree of the canvas with these parts in it. */
  over(tree: CanvasTree): CanvasTree
  /** The same changes, and every part that may look different because of them. */
  widen(touched: Touched): Touched
  /**
   * Shows the nodes at and under one as they are written, with their tokens, while a user types there; undefined ends
   * that. Returns those that look different because of it.
   */
  write(nodeId: string | undefined): string[]
  /** The field of an entry that is the whole text of an element; undefined for any other text. */
  bound(nodeId: string): FieldOrigin | undefined
  /** The field that an element of a placeholder shows, by what it says of it. */
  fieldAt(address: string): FieldOrigin | undefined
  /** The instance that the open component is edited in, as the canvas names it, once its page is loaded. */
  instance(): string | undefined
  stop(): void
}

/**
 * @param shownIn the documents around it, the outermost first
 * @param changed called where parts look different because something else than the page has changed
 */
export function createParts(
  session: EditorSession,
  page: OpenPage,
  site: OpenSite,
  shownIn: readonly DocumentAround[],
  changed: (touched: Touched) => void,
): Parts {
  const stops: (() => void)[] = []
  const components = new Map<string, OpenPage | undefined>()
  let composition: Composition | undefined
  let parts = new Map<string, string>()
  const specials = followSpecialNodes(() => page.model.tree())
  /** Nodes that were shown with their tokens filled in. */
  const filled = new Set<string>()
  let written: ReadonlySet<string> = new Set()
  let around: readonly Around[] | undefined
  /** Elements whose whole content is a long text, and what they show of it. */
  const rich = new Map<string, string | undefined>()

  function forget() {
    composition = undefined
    parts = new Map()
    for (const id of rich.keys()) rich.set(id, undefined)
  }

  const shows = () => session.content.shown.get()?.shows

  function componentTree(id: string): PageTree | undefined {
    if (!components.has(id)) {
      components.set(id, undefined)
      void session.load(id).then((opened) => {
        if (!opened) return
        components.set(id, opened)
        stops.push(opened.model.observe(everything))
        everything()
      })
    }
    return components.get(id)?.model.tree()
  }

  function composed(): Composition {
    composition ??= {
      site: site.local.view,
      tree: (id) => (id === page.id ? page.model.tree() : componentTree(id)),
      ...session.content.shown.get()?.composition,
    }
    return composition
  }

  /** Says what the page shows of the content, with what its components and the documents around it show. */
  function ask() {
    const trees = [...components.values()].flatMap((each) => each?.model.tree() ?? [])
    const chosen = session.content.chosen.get()[page.id]
    session.content.ask(
      askedContent(site.local.view, page.id, { tree: page.model.tree(), specials: specials.all(), trees, chosen }),
    )
  }

  /** The long text that an element shows as its whole content; undefined if it shows none, or is being edited. */
  function richOf(id: string): string | undefined {
    const { content } = composed()
    if (!content && !rich.has(id)) return undefined
    const known = rich.get(id)
    if (written.has(id) || known !== undefined) return written.has(id) ? undefined : known
    const tree = page.model.tree()
    const [child, another] = tree.children(id)
    if (child?.kind !== 'text' || another || !child.text.includes('|html}')) return undefined
    const node = tree.node(id)
    const entry = pageEntry(site.local.view, page.id)
    const html = node && entry && composeRich(entry, composed(), node, shows())
    rich.set(id, html)
    return html
  }

  /** A node that holds tokens as visitors see it; any other as it is. */
  function filledNode(id: string, shown: CanvasNode): CanvasNode {
    const holds = shown.text ? mayHoldToken(shown.text) : shown.attributes.some(([, value]) => mayHoldToken(value))
    const node = holds ? page.model.tree().node(id) : undefined
    const entry = node && pageEntry(site.local.view, page.id)
    if (!node || !entry) return shown
    filled.add(id)
    if (node.kind === 'text' && node.text.includes('|html}')) rich.set(node.parent, rich.get(node.parent))
    if (written.has(id)) return shown
    const { text, attributes } = composeNode(entry, composed(), node, shows())
    return shown.kind === 'element' ? { ...shown, attributes } : { ...shown, text }
  }

  /** A picture inside the element of a CAD part shows that part. */
  function pictureOfPart(id: string, shown: CanvasNode): CanvasNode {
    if (shown.tag !== 'img') return shown
    const tree = page.model.tree()
    const around = tree.node(tree.node(id)?.parent ?? '')
    if (!around || !isPart(around)) return shown
    const source = partPictureUrl(partRequestOf(nodeAttributes(around)))
    const kept = shown.attributes.filter(([name]) => name !== 'src' && name !== 'srcset')
    return { ...shown, attributes: [['src', source], ...kept] }
  }

  /** The documents around the page as far as they are loaded. */
  function surroundings(): readonly Around[] {
    if (shownIn.length === 0) return []
    around ??= shownIn.flatMap(({ id, instance }): Around[] => {
      const tree = componentTree(id)
      const entry = pageEntry(site.local.view, id)
      if (!tree || !entry) return []
      const own = instance ? undefined : pageEntry(site.local.view, page.id)
      const shown = (nodeId: string) => ofTemplate(own ?? entry, tree, nodeId)
      if (!instance) return [{ id, tree, shown }]
      const hole = instanceIn(tree, instance)
      return hole === undefined ? [] : [{ id, tree, hole, shown }]
    })
    return around
  }

  /** @param entry the page whose values tokens and components have there, and whose language the content is in */
  function ofTemplate(entry: PageEntry, tree: PageTree, nodeId: string): CanvasNode | undefined {
    const node = tree.node(nodeId)
    if (!node || node.hidden) return undefined
    if (node.kind === 'comment') return { kind: 'comment', attributes: [], text: node.text }
    const holdsPage = () => [...tree.walk(nodeId)].some(isOutlet)
    if (isComponent(node) || (isLoop(node) && !holdsPage())) {
      const html = composePart(entry, composed(), nodeId, { tree, fields: true, whole: true })
      const around = isLoop(node) ? loopElement(node) : undefined
      return { kind: 'element', tag: node.tag, attributes: [], ...around, html }
    }
    const own = pageEntry(site.local.view, page.id)
    const { text, attributes } = own ? composeNode(own, composed(), node) : { text: node.text, attributes: [] }
    if (node.kind === 'text') return { kind: 'text', attributes: [], text }
    return { kind: 'element', tag: node.tag, ns: node.ns, attributes }
  }

  function partOf(nodeId: string): string {
    const known = parts.get(nodeId)
    if (known !== undefined) return known
    const entry = pageEntry(site.local.view, page.id)
    const own = shows()
    const html = entry
      ? composePart(entry, composed(), nodeId, { uid: true, fields: true, ...(own ? { shows: own } : {}) })
      : ''
    parts.set(nodeId, html)
    return html
  }

  function everything() {
    forget()
    ask()
    if (specials.all().length > 0 || filled.size > 0 || shownIn.length > 0)
      changed(widen({ fields: new Set(), placed: new Set() }))
  }

  function widen(touched: Touched): Touched {
    forget()
    specials.update(touched)
    ask()
    for (const id of filled) touched.fields.add(id)
    for (const id of rich.keys()) {
      touched.fields.add(id)
      touched.placed.add(id)
    }
    // The page may be in another template now, or in another part of it.
    if (around !== undefined) {
      for (const id of [page.model.tree().root, ...nodesAround(surroundings())]) touched.fields.add(id)
      touched.placed.add(page.model.tree().root)
      around = undefined
    }
    for (const node of specials.all()) {
      touched.fields.add(node.id)
      if (isPart(node)) for (const { id } of page.model.tree().children(node.id)) touched.fields.add(id)
      if (!isLoop(node)) continue
      touched.fields.add(GHOSTS + node.id)
      touched.placed.add(node.id)
    }
    return touched
  }

  stops.push(
    site.local.observe((patches) => {
      if (patches.some(({ key }) => !key.startsWith('rule:') && !key.startsWith('breakpoint:'))) everything()
    }),
    session.content.shown.subscribe(everything),
    session.content.chosen.subscribe(ask),
  )
  ask()

  return {
    over(tree) {
      const special = (id: string) => {
        const node = page.model.tree().node(id)
        return node && isSpecial(node) ? node : undefined
      }
      const own: CanvasTree = {
        rootId: tree.rootId,
        node(id) {
          if (id.startsWith(GHOSTS)) {
            return {
              kind: 'element',
              tag: GHOST_TAG,
              attributes: [['aria-hidden', 'true']],
              html: partOf(nodeOfPart(id)),
            }
          }
          const shown = tree.node(id)
          const node = shown && special(id)
          if (node) return shownPart(node, shown)
          const own = shown && pictureOfPart(id, filledNode(id, shown))
          const html = own?.kind === 'element' ? richOf(id) : undefined
          return own && html !== undefined ? { ...own, html } : own
        },
        children(id) {
          if (id.startsWith(GHOSTS)) return []
          const node = special(id)
          if (!node) return richOf(id) === undefined ? tree.children(id) : []
          if (isComponent(node) || isOutlet(node)) return []
          return isLoop(node) && partOf(id) !== '' ? [...tree.children(id), GHOSTS + id] : tree.children(id)
        },
        parent: (id) => (id.startsWith(GHOSTS) ? nodeOfPart(id) : tree.parent?.(id)),
      }
      return inside(own, surroundings())
    },
    widen,
    bound(nodeId) {
      const node = page.model.tree().node(nodeId)
      const entry = pageEntry(site.local.view, page.id)
      return node && entry && boundText(entry, composed(), node, shows())
    },
    fieldAt(address) {
      const { content } = composed()
      return content && fieldAt(content, address)
    },
    write(nodeId) {
      const before = written
      written = new Set(nodeId === undefined ? [] : [...page.model.tree().walk(nodeId)].map(({ id }) => id))
      return [...filled].filter((id) => before.has(id) !== written.has(id))
    },
    instance() {
      const [outer] = surroundings()
      return outer?.hole === undefined ? undefined : idAround(outer.id, outer.hole)
    },
    stop() {
      for (const stop of stops) stop()
    },
  }

  function shownPart(node: PageNode, shown: CanvasNode): CanvasNode {
    if (isLoop(node)) {
      const around = loopElement(node)
      return around ? { ...shown, ...around } : shown
    }
    if (isPart(node)) return { ...shown, tag: PART_VIEWER_TAG, attributes: viewerAttributes(shown.attributes) }
    if (isOutlet(node)) {
      const html = shows() ? partOf(node.id) : ''
      if (html !== '') return { ...shown, attributes: [['style', 'display:contents']], html }
      return { ...shown, attributes: [['style', OUTLET_STYLE]], html: strings.theContentOfEachPageStandsHere }
    }
    if (!isComponent(node)) return shown
    const html = partOf(node.id)
    return { ...shown, attributes: [], html: html === '' ? emptyComponent(node) : html }
  }

  function emptyComponent(node: PageNode): string {
    const ref = nodeAttribute(node, 'ref') ?? ''
    const entry = pageEntry(site.local.view, ref)
    const holder = document.createElement('div')
    holder.setAttribute('style', OUTLET_STYLE)
    const isLoading = entry !== undefined && components.has(ref) && components.get(ref) === undefined
    holder.textContent = isLoading
      ? strings.loading
      : entry
        ? strings.isEmpty(entry.title)
        : strings.thisComponentIsGone
    return holder.outerHTML
  }
}

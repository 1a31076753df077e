import { counts, isComponent, isSpecial, nodeAttribute, type PageNode, type PageTree } from '@atelier/site'

const CODE: ReadonlySet<string> = new Set(['script', 'style', 'link', 'noscript', 'template', 'meta', 'base'])
const FRAME_TAGS: ReadonlySet<string> = new Set(['nav', 'footer'])
const FRAME_ROLES: ReadonlySet<string> = new Set(['navigation', 'contentinfo', 'banner'])
const BOXES: ReadonlySet<string> = new Set(['section', 'article', 'div', 'header', 'aside'])
const HEADING = /^h[1-6]$/

/** Components that are a part of the frame around the pages, by id. */
export type FrameComponents = ReadonlySet<string>

/**
 * The sections of a page in their order: the children of its body without what frames every page, and those of its
 * `main` in the place of that. Nothing of it is stored.
 */
export function sectionsOf(tree: PageTree, frames: FrameComponents = new Set()): PageNode[] {
  return elementsIn(tree, contentRoot(tree)).flatMap((node) => {
    if (isFrame(tree, node, frames)) return []
    return isMain(node) ? sectionsOfMain(tree, node, frames) : [node]
  })
}

/** The section that holds a node, or is it; undefined for a part of the frame. */
export function sectionAround(tree: PageTree, id: string, frames: FrameComponents = new Set()): PageNode | undefined {
  const sections = new Map(sectionsOf(tree, frames).map((section) => [section.id, section]))
  for (let at: string | undefined = id; at; at = tree.node(at)?.parent) {
    const found = sections.get(at)
    if (found) return found
  }
  return undefined
}

/** The body, or the innermost `div` that is alone in it. */
function contentRoot(tree: PageTree): string {
  let at = tree.root
  for (;;) {
    const [only, ...others] = tree.children(at).filter((each) => counts(each) && !CODE.has(each.tag))
    if (only?.tag !== 'div' || only.ns !== undefined || others.length > 0) return at
    at = only.id
  }
}

function elementsIn(tree: PageTree, id: string): PageNode[] {
  return tree.children(id).filter((node) => node.kind === 'element' && !CODE.has(node.tag))
}

export const isMain = (node: PageNode) => node.tag === 'main' || nodeAttribute(node, 'role') === 'main'

function isFrame(tree: PageTree, node: PageNode, frames: FrameComponents): boolean {
  if (isComponent(node)) return frames.has(nodeAttribute(node, 'ref') ?? '')
  if (FRAME_TAGS.has(node.tag) || FRAME_ROLES.has(nodeAttribute(node, 'role') ?? '')) return true
  return node.tag === 'header' && !hasHeading(tree, node)
}

/** Whether a component frames the pages that use it: its first element is a part of a frame. */
export function isFrameComponent(component: PageTree): boolean {
  const [first] = elementsIn(component, component.root)
  return first !== undefined && isFrame(component, first, new Set())
}

function hasHeading(tree: PageTree, node: PageNode): boolean {
  for (const each of tree.walk(node.id)) if (each.ns === undefined && HEADING.test(each.tag)) return true
  return false
}

/** The boxes in a `main`, through wrappers that hold nothing but boxes; the `main` itself if it holds anything else. */
function sectionsOfMain(tree: PageTree, main: PageNode, frames: FrameComponents): PageNode[] {
  const boxesIn = (id: string): PageNode[] | undefined => {
    const children = tree
      .children(id)
      .filter(
        (node) => counts(node) && !CODE.has(node.tag) && !(node.kind === 'element' && isFrame(tree, node, frames)),
      )
    return children.length > 0 && children.every(isBox) ? children : undefined
  }
  let boxes = boxesIn(main.id)
  while (boxes?.length === 1) {
    const inner: PageNode[] | undefined = boxes[0] && !isSpecial(boxes[0]) ? boxesIn(boxes[0].id) : undefined
    if (!inner) break
    boxes = inner
  }
  return boxes ?? [main]
}

export const isBox = (node: PageNode) => node.kind === 'element' && (BOXES.has(node.tag) || isSpecial(node))

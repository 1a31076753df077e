/** Elements that are filled in when a page is composed. They are never published themselves. */
export const COMPONENT_TAG = 'atelier-component'
export const SLOT_TAG = 'atelier-slot'
export const PART_TAG = 'atelier-part'

const LOOP_TAGS: ReadonlySet<string> = new Set(['atelier-loop', 'instatic-loop'])
const OUTLET_TAGS: ReadonlySet<string> = new Set(['atelier-outlet', 'instatic-outlet'])
const SPECIAL_TAGS: ReadonlySet<string> = new Set([...LOOP_TAGS, ...OUTLET_TAGS, COMPONENT_TAG, SLOT_TAG, PART_TAG])

/** The name of a node, for stored and parsed nodes alike. */
interface Named {
  readonly tag?: string
  readonly ns?: string | undefined
}

export const isSpecial = (node: Named) => node.tag !== undefined && node.ns === undefined && SPECIAL_TAGS.has(node.tag)
export const isLoop = (node: Named) => node.tag !== undefined && node.ns === undefined && LOOP_TAGS.has(node.tag)
export const isOutlet = (node: Named) => node.tag !== undefined && node.ns === undefined && OUTLET_TAGS.has(node.tag)
export const isComponent = (node: Named) => node.tag === COMPONENT_TAG && node.ns === undefined
/** Shows a CAD part. Unlike the others it is an element on the page, under another name. */
export const isPart = (node: Named) => node.tag === PART_TAG && node.ns === undefined
export const isSlot = (node: Named) => node.tag === SLOT_TAG && node.ns === undefined

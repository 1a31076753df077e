/** An element of the clipboard's HTML, or a text. Nothing of it is loaded or run. */
export type PastedNode = string | PastedElement

export interface PastedElement {
  /** In lower case. */
  tag: string
  attributes: Readonly<Record<string, string>>
  children: readonly PastedNode[]
}

/** The children of an element of an inert document, without comments. */
export function readPastedDom(parent: Node): PastedNode[] {
  return [...parent.childNodes].flatMap((node): PastedNode[] => {
    if (node.nodeType === 3) return [node.nodeValue ?? '']
    if (!(node instanceof Element)) return []
    // The nodes of a template are not among its children.
    const inside = node instanceof HTMLTemplateElement ? node.content : node
    return [
      {
        tag: node.nodeName.toLowerCase(),
        attributes: Object.fromEntries([...node.attributes].map(({ name, value }) => [name.toLowerCase(), value])),
        children: readPastedDom(inside),
      },
    ]
  })
}

export const isElement = (node: PastedNode): node is PastedElement => typeof node !== 'string'

/** All elements of a name, in their order; not those within another one of that name. */
export function pastedElements(nodes: readonly PastedNode[], tag: string): PastedElement[] {
  return nodes
    .filter(isElement)
    .flatMap((element) => (element.tag === tag ? [element] : pastedElements(element.children, tag)))
}

/** The words of nodes, as they are. */
export const wordsOf = (nodes: readonly PastedNode[]): string =>
  nodes.map((node) => (isElement(node) ? wordsOf(node.children) : node)).join('')

/** The declarations of an element's style, by property in lower case. */
export function styleOf({ attributes: { style = '' } }: PastedElement): ReadonlyMap<string, string> {
  return new Map(
    style.split(';').flatMap((each): [string, string][] => {
      const colon = each.indexOf(':')
      return colon < 0
        ? []
        : [
            [
              each.slice(0, colon).trim().toLowerCase(),
              each
                .slice(colon + 1)
                .trim()
                .toLowerCase(),
            ],
          ]
    }),
  )
}

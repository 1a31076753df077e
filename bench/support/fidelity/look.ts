/** A browser's view of a page. */
export interface Look {
  /** One line per doctype, element, text and comment, white space collapsed, attributes by name. */
  dom: string[]
  /** For each element in document order: its name, box (x, y, width, height) and computed styles. */
  elements: { name: string; box: number[]; styles: string[] }[]
}

/** Layout and paint: what is looked at on every element. */
export const properties: readonly string[] =
  `display position top right bottom left float clear z-index box-sizing visibility width height min-width min-height
max-width max-height overflow-x overflow-y opacity margin-top margin-right margin-bottom margin-left padding-top
padding-right padding-bottom padding-left border-top-width border-right-width border-bottom-width border-left-width
border-top-style border-right-style border-bottom-style border-left-style border-top-color border-right-color
border-bottom-color border-left-color border-top-left-radius border-bottom-right-radius outline-width outline-style
outline-color color background-color background-image background-size background-repeat background-position-x
background-position-y background-attachment font-family font-size font-style font-weight font-variant-caps line-height
letter-spacing word-spacing text-align text-decoration-line text-indent text-transform text-shadow white-space-collapse
word-break vertical-align direction list-style-type list-style-position content cursor pointer-events transform
transition-property transition-duration animation-name flex-direction flex-wrap flex-grow flex-shrink flex-basis
align-items align-self justify-content row-gap column-gap grid-template-columns grid-row-start order box-shadow filter
mix-blend-mode object-fit appearance fill stroke`.split(/\s+/)

/** Runs in the page. */
export function look(names: readonly string[]): Look {
  const dom: string[] = [`mode ${document.compatMode}`]
  const elements: Look['elements'] = []
  const visit = (node: Node, depth: number): void => {
    const indent = ' '.repeat(depth)
    if (node instanceof DocumentType) dom.push(`<!doctype ${node.name} "${node.publicId}" "${node.systemId}">`)
    else if (node instanceof Comment) dom.push(`${indent}<!--${node.data.replace(/\s+/g, ' ')}-->`)
    else if (node instanceof Text) {
      const text = node.data.replace(/\s+/g, ' ').trim()
      if (text !== '') dom.push(`${indent}"${text}"`)
    } else if (node instanceof Element) {
      const attributes = [...node.attributes].map(({ name, value }) => {
        // A stylesheet that is published is named by its content.
        const written =
          node.localName === 'link' && name === 'href' ? value.replace(/-[0-9a-f]{10}(?=\.css)/, '') : value
        return `${name}=${JSON.stringify(written)}`
      })
      dom.push(`${indent}<${node.namespaceURI?.slice(-4)} ${[node.localName, ...attributes.sort()].join(' ')}>`)
      const { x, y, width, height } = node.getBoundingClientRect()
      const style = getComputedStyle(node)
      elements.push({
        name: `${node.localName}${node.id === '' ? '' : `#${node.id}`}`,
        box: [x + scrollX, y + scrollY, width, height],
        styles: names.map((name) => style.getPropertyValue(name).replaceAll(location.origin, '')),
      })
      if (node instanceof HTMLTemplateElement) for (const child of node.content.childNodes) visit(child, depth + 1)
    }
    for (const child of node.childNodes) visit(child, depth + 1)
  }
  for (const child of document.childNodes) visit(child, 0)
  return { dom, elements }
}

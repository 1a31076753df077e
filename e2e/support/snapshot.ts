/**
 * Runs in the page: one text per element and pseudo-element, in document order, with its place, attributes by name,
 * own text, and computed styles. `<style>`, `<link>` and the head are left out: CSS may lie elsewhere, not mean anything else.
 */
export function snapshot(): string[] {
  const properties = [
    ...[
      'display',
      'position',
      'top',
      'right',
      'bottom',
      'left',
      'float',
      'clear',
      'z-index',
      'box-sizing',
      'visibility',
    ],
    ...['width', 'height', 'min-width', 'min-height', 'max-width', 'max-height', 'overflow-x', 'overflow-y', 'opacity'],
    ...['margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
    ...['padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
    ...['border-top-width', 'border-right-width', 'border-bottom-width', 'border-left-width', 'border-top-style'],
    ...['border-left-style', 'border-top-color', 'border-left-color', 'border-top-left-radius', 'outline-width'],
    ...['outline-style', 'outline-color', 'color', 'background-color', 'background-image', 'background-size'],
    ...['background-repeat', 'background-position-x', 'font-family', 'font-size', 'font-style', 'font-weight'],
    ...['font-variant-caps', 'line-height', 'letter-spacing', 'text-align', 'text-decoration-line', 'text-indent'],
    ...['text-transform', 'white-space-collapse', 'word-break', 'vertical-align', 'direction', 'list-style-type'],
    ...[
      'list-style-position',
      'content',
      'counter-increment',
      'counter-reset',
      'cursor',
      'pointer-events',
      'transform',
    ],
    ...['transition-property', 'transition-duration', 'animation-name', 'animation-duration', 'animation-play-state'],
    ...['flex-direction', 'flex-grow', 'flex-basis', 'align-items', 'justify-content', 'row-gap', 'column-gap'],
    ...['grid-template-columns', 'grid-template-rows', 'grid-row-start', 'grid-column-end', 'order', 'box-shadow'],
    ...[
      'filter',
      'mix-blend-mode',
      'object-fit',
      'appearance',
      'container-type',
      'fill',
      'stroke',
      '-webkit-line-clamp',
    ],
  ]
  const styleOf = (element: Element, pseudo?: string) => {
    const style = getComputedStyle(element, pseudo)
    return properties.map((name) => `${name}: ${style.getPropertyValue(name)}`)
  }
  const seen: string[] = []
  const isLeftOut = (node: Node) =>
    node instanceof Element && ['style', 'link', 'meta', 'title'].includes(node.localName)
  const own = (node: Node) => {
    const pieces: string[] = []
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) pieces.push(JSON.stringify(child.nodeValue))
      else if (child.nodeType === Node.COMMENT_NODE) pieces.push(`<!--${child.nodeValue}-->`)
      // Newer browsers keep `<?x ?>` as an instruction, where the standard's parser makes a comment of it.
      else if (child instanceof ProcessingInstruction) pieces.push(`<!--?${child.target} ${child.data}?-->`)
      else if (!isLeftOut(child)) pieces.push('<>')
    }
    // Two texts with a left-out element between them are one text in the result.
    return pieces
      .join('')
      .replaceAll('""', '')
      .replace(/(?:"(?:\\n| )*")+$/, '')
  }
  const visit = (element: Element, path: string) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${JSON.stringify(value)}`).sort()
    const inside = element instanceof HTMLTemplateElement ? element.content : element
    const rest = [element.namespaceURI ?? '', attributes.join(' '), own(inside)]
    seen.push([path, ...rest, ...(element.isConnected ? styleOf(element) : [])].join('\n'))
    if (element.isConnected) {
      for (const pseudo of ['::before', '::after']) {
        const content = getComputedStyle(element, pseudo).content
        if (content === 'none' || content === 'normal') continue
        seen.push([`${path}${pseudo}`, ...styleOf(element, pseudo)].join('\n'))
      }
    }
    let index = 0
    for (const child of inside.children) {
      if (isLeftOut(child)) continue
      index += 1
      visit(child, `${path} > ${child.localName}:${index}`)
    }
  }
  visit(document.body, 'body')
  return [`html\n${styleOf(document.documentElement).join('\n')}`, ...seen]
}

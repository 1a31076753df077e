import type { View } from '@atelier/documents'
import { authoredTokens, designSystem, frameworkOf, rootFontSize } from '@atelier/site'
import type { EditorSession } from '../session/session.ts'
import type { Step } from './spacing.ts'

/** The names by which sites call their lengths of space. */
const SPACE = /^--(?:space|spacing|gap|pad|padding|margin|gutter|inset|s-?\d)/i

/** The custom properties for space: those of the design system, and those of the site's own CSS that are named so. */
function spaceTokens(site: View): string[] {
  const { variables } = frameworkOf(designSystem(site), rootFontSize(site))
  const own = variables.filter(({ kind }) => kind === 'space').map(({ name }) => name)
  return [...new Set([...own, ...authoredTokens(site).flatMap(({ name }) => (SPACE.test(name) ? name : []))])]
}

/** The site's tokens of space with the sizes that they have where the element stands. */
export function stepsOf(session: EditorSession, element: Element): Step[] {
  const site = session.site.get()
  const { ownerDocument: page } = element
  const names = site ? spaceTokens(site.local.view) : []
  // Measured in the frame, which no one sees in between: a token may be in any unit, or a formula.
  const ruler = page.createElement('div')
  ruler.style.cssText = 'position:absolute;visibility:hidden;height:0'
  for (const name of names) {
    const each = page.createElement('i')
    each.style.cssText = `display:block;width:var(${name})`
    ruler.append(each)
  }
  element.append(ruler)
  const sizes = [...ruler.children].map((each) => each.getBoundingClientRect().width)
  ruler.remove()
  return names.flatMap((name, index) => {
    const size = sizes[index]
    return size === undefined || size === 0 ? [] : [{ name, size }]
  })
}

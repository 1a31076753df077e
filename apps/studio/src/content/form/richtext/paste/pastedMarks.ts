import type { Mark } from 'prosemirror-model'
import { schema } from '../model/schema.ts'
import { pastedHref } from './pastedLinks.ts'
import type { PastedElement } from './pastedNode.ts'

const { marks } = schema

const byTag = new Map([
  ['strong', marks.strong],
  ['b', marks.strong],
  ['em', marks.em],
  ['i', marks.em],
  ['cite', marks.em],
  ['s', marks.s],
  ['strike', marks.s],
  ['del', marks.s],
  ['u', marks.u],
  ['code', marks.code],
  ['tt', marks.code],
  ['kbd', marks.code],
  ['samp', marks.code],
  ['sub', marks.sub],
  ['sup', marks.sup],
])

/** The marks within an element: by its tag, or by the style that a program wrote for them. */
export function pastedMarks(
  element: PastedElement,
  style: ReadonlyMap<string, string>,
  around: readonly Mark[],
): readonly Mark[] {
  let set = around
  const { tag } = element
  const own = byTag.get(tag)
  const weight = style.get('font-weight') ?? ''
  const slant = style.get('font-style') ?? ''
  const isBold = /^bold/.test(weight) || Number(weight) >= 600
  const isRegular = weight === 'normal' || (weight !== '' && Number(weight) < 600)
  const isSlanted = slant === 'italic' || slant === 'oblique'
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const raised = style.get('vertical-align')
  const isLink = marks.link.isInSet(around) !== undefined
  const add = (type: typeof own) => {
    if (type) set = type.create().addToSet(set)
  }
  if (own !== marks.u || !isLink) {
    if (!(own === marks.strong && isRegular) && !(own === marks.em && slant === 'normal')) add(own)
  }
  if (isBold) add(marks.strong)
  else if (isRegular) set = marks.strong.removeFromSet(set)
  if (isSlanted) add(marks.em)
  else if (slant === 'normal') set = marks.em.removeFromSet(set)
  if (line.includes('line-through')) add(marks.s)
  if (line.includes('underline') && tag !== 'a' && !isLink) add(marks.u)
  if (raised === 'sub' || raised === 'super') add(raised === 'sub' ? marks.sub : marks.sup)
  const href = tag === 'a' && !isLink ? pastedHref(element.attributes.href) : undefined
  if (href === undefined) return set
  // The line below a link is not one that somebody drew.
  return marks.link.create({ href }).addToSet(marks.u.removeFromSet(set))
}

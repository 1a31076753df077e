import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context.ts'
import { describe, setAttribute, setText } from '../document/edit.ts'
import { type Refusal, refuseAttribute } from '../html/refuse.ts'
import { isShortened } from '../read/shorten.ts'
import { Refused, some } from './report.ts'
import { findNode, tooLarge } from './target.ts'

export const updateNodeProps = defineOperation({
  id: 'site.updateNodeProps',
  summary: 'Change attributes or text',
  description:
    'Change attributes of an element (class, style, href, alt, …) or, with `text`, the text of an element without elements in it. null removes an attribute; what is not named stays. For what differs by width write @media with applyCss.',
  icon: 'sliders-horizontal',
  effect: 'write',
  affects: ['page'],
  input: Type.Object(
    {
      nodeId: Type.String(),
      breakpointId: Type.Optional(Type.String()),
      patch: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    nodeId: Type.String(),
    pageId: Type.String(),
    changed: Type.Array(Type.String()),
    refused: Type.Optional(Refused),
  }),
  async run(context: SiteContext, { nodeId, breakpointId, patch }) {
    if (breakpointId !== undefined) {
      const hint = 'Leave breakpointId out and write an @media rule with applyCss.'
      const message = 'Attributes and text cannot differ by breakpoint; only CSS can.'
      return fail('not_supported', message, { path: '/breakpointId', hint })
    }
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, tree, node } = target.found
    const changed: string[] = []
    const refused: Refusal[] = []
    const where = node.kind === 'element' ? node.tag : ''
    const writes: (() => void)[] = []
    for (const [written, given] of Object.entries(patch)) {
      const name = node.ns === undefined ? written.toLowerCase() : written
      // As in the DOM, true is an attribute that is there, false one that is not.
      const value = given === null || given === false ? null : given === true ? '' : String(given)
      const path = `/patch/${written}`
      const large = tooLarge(value ?? '', path)
      if (large) return large
      if (name === 'text') {
        const hint = 'Use replaceNodeHtml for its content, or set the text of one of those elements.'
        let reason: string | undefined
        if (node.kind === 'element' && tree.children(node.id).some(({ kind }) => kind === 'element')) {
          reason = `${describe(node)} holds other elements, so it has no one text.`
        }
        if (reason) return fail('not_text', reason, { path, hint })
        writes.push(() => {
          reason = setText(page, tree, node, value ?? '', context.newId)
        })
        changed.push('text')
        continue
      }
      if (node.kind !== 'element') {
        return fail('not_an_element', `${describe(node)} has no attributes.`, { path, hint: 'Only `text` can be set.' })
      }
      const why =
        value === null
          ? undefined
          : isShortened(value)
            ? 'the value was shortened by a read; give the whole value'
            : refuseAttribute(node.tag, node.ns, name, value)
      if (why) refused.push({ what: `${name}="${(value ?? '').slice(0, 60)}"`, where, why })
      else {
        writes.push(() => setAttribute(page, node, name, value))
        changed.push(name)
      }
    }
    if (changed.length === 0) {
      const [first] = refused
      const message = first ? `${first.what} was refused: ${first.why}.` : 'The patch names nothing to change.'
      return fail('refused', message, { path: '/patch', hint: 'Name an attribute or `text` and its new value.' })
    }
    for (const write of writes) write()
    return ok({ nodeId: node.id, pageId: entry.id, changed, ...some('refused', refused) })
  },
})

import { type CommandDefinition, defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { librariesOf } from '../../code/assets.ts'
import type { SiteEditorState } from '../../commands/state.ts'
import { componentTrees, recursionThrough } from '../../component/uses.ts'
import type { SiteContext } from '../../context/context.ts'
import { cssRefusal } from '../../css/safety.ts'
import { escapeName } from '../../css/tokenize.ts'
import { canHoldChildren, describe, looseCopy, setAttribute, setText } from '../../document/edit.ts'
import { field } from '../../document/node.ts'
import { breakpoints } from '../../document/pages.ts'
import { isComponent } from '../../document/special.ts'
import { unescapeTokens } from '../../document/tokenText.ts'
import { nodeAttribute, nodeAttributes, readTree, VOID_TAGS } from '../../document/tree.ts'
import type { Kept } from '../../html/keep.ts'
import { contextOf, misplaced } from '../../html/parse.ts'
import { TEXT_ONLY } from '../../html/print.ts'
import { type Refusal, refuseAttribute, refuseTag } from '../../html/refuse.ts'
import { keepWritten } from '../../html/srcdoc.ts'
import { entryFieldsOf } from '../../lint/entryFields.ts'
import { checkAttributeOf } from '../../lint/html.ts'
import { Inventory } from '../../lint/htmlNames.ts'
import { picturesIn, withPictures } from '../../lint/htmlPictures.ts'
import { notAProp } from '../../lint/htmlProps.ts'
import { checkReferences } from '../../lint/htmlReferences.ts'
import { checkTemplateText } from '../../lint/htmlTemplates.ts'
import { checkText, isVerbatim } from '../../lint/htmlText.ts'
import { htmlTokenIn, htmlTokenInAttribute } from '../../lint/htmlTokens.ts'
import { styleProblems } from '../../lint/htmlValues.ts'
import { Mistakes } from '../../lint/mistakes.ts'
import { type PatchTarget, patchTarget } from '../../modules/patch.ts'
import { cssText, newOwnClass, ownClass, styleProps } from '../../modules/style.ts'
import { isShortened } from '../../read/shorten.ts'
import { refuseNode } from '../../target/unstyled.ts'
import { writeStyle } from '../../target/write.ts'
import { unknownBreakpoint } from '../settings/listBreakpoints.ts'
import { danglingIds } from '../shared/dangling.ts'
import { surroundings } from '../shared/incomingLint.ts'
import { keepPictures } from '../shared/incomingPictures.ts'
import { Refused, some } from '../shared/report.ts'
import { HTML_TOKEN_HINT } from '../shared/specials.ts'
import { findNode, isOfEveryPage, type Target, tooLarge } from '../shared/target.ts'
import { strongerText } from '../styles/styleTarget.ts'

/** Elements that must not contain text: HTML moves it before the enclosing table, or drops it. */
const NO_TEXT: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'select'])

type Given = string | number | boolean | null

/** Tags of one kind: an element is changed among those of its own. */
const tagKinds = [
  ['h1', 'h2', 'h3', 'h4', 'p', 'blockquote'],
  ['div', 'section', 'article', 'header', 'footer', 'main', 'nav', 'aside'],
  ['ul', 'ol'],
  ['a', 'button'],
] as const

const changeTagTo = (tag: (typeof tagKinds)[number][number], kind: readonly string[]) =>
  ({
    name: `node.tag.${tag}`,
    label: `Change to ${tag}`,
    icon: 'code-xml',
    group: 'tag',
    each: 'forward',
    input({ selected }: SiteEditorState) {
      const isOfKind = selected?.tag !== undefined && selected.tag !== tag && kind.includes(selected.tag)
      return isOfKind && !selected.isRoot ? { nodeId: selected.nodeId, patch: { tag } } : undefined
    },
    focus: (_changed: unknown, { selected }: SiteEditorState) => ({ nodeId: selected?.nodeId }),
  }) as const satisfies CommandDefinition<SiteEditorState>

const updateNodePropsCommands = tagKinds.flatMap((kind) => kind.map((tag) => changeTagTo(tag, kind)))

export const updateNodeProps = defineOperation({
  id: 'site.updateNodeProps',
  summary: 'Change attributes, text or props',
  description:
    'Change attributes, props (list_modules), style props (fontSize, gap, …) or, as `text`, the text. null removes; what is not named stays. With breakpointId: style props only, for that frame.',
  icon: 'sliders-horizontal',
  commands: updateNodePropsCommands,
  keywords: [
    'edit text',
    'change link',
    'change picture',
    'href',
    'src',
    'attribute',
    'element id',
    'inline style',
    'aria label',
    'placeholder',
  ],
  effect: 'write',
  fromReading: true,
  tab: true,
  affects: ['page', 'styles'],
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
    /** The class that style props were written for. */
    className: Type.Optional(Type.String()),
    refused: Type.Optional(Refused),
  }),
  async run(context: SiteContext, { nodeId, breakpointId, patch }) {
    const breakpoint =
      breakpointId === undefined ? undefined : breakpoints(context.site).find(({ id }) => id === breakpointId)
    if (breakpointId !== undefined && !breakpoint) return unknownBreakpoint(context.site, breakpointId)
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, tree, node } = target.found
    const changed: string[] = []
    const refused: Refusal[] = []
    const styles = new Map<string, string | null>()
    const writes: (() => void)[] = []
    const pictures = Object.values(patch).flatMap((given) => (typeof given === 'string' ? picturesIn(given) : []))
    const { kept, warnings: said } = await keepPictures(context, pictures)
    const mistakes = new Mistakes()
    const inventory = new Inventory()
    const libraries = librariesOf(context.site)
    const where = node.kind === 'element' ? node.tag : ''
    for (const [prop, sent] of Object.entries(patch)) {
      const given = typeof sent === 'string' ? withPictures(sent, kept) : sent
      const path = `/patch/${prop.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const to = patchTarget(context.site, tree, node, prop)
      const instead = given === null || !('attribute' in to) ? undefined : notAProp(node, prop)
      if (instead) return fail('not_a_prop', instead.message, { path, hint: instead.hint })
      const wrong = wrongTarget(target.found, to, prop, path, breakpointId) ?? tooLarge(String(given ?? ''), path)
      if (wrong) return wrong
      if ('css' in to) {
        const value = cssValue(to.css, given, path)
        if (typeof value === 'object' && value !== null) return value
        styles.set(to.css, value)
        changed.push(prop)
        continue
      }
      // As in the DOM, true means that the attribute is present, false that it is absent.
      let value = given === null || given === false ? null : given === true ? '' : String(given)
      const misplaced =
        typeof value !== 'string'
          ? undefined
          : 'attribute' in to
            ? htmlTokenInAttribute(to.attribute, value)
            : 'text' in to
              ? htmlTokenIn(node.tag, value, true)
              : undefined
      if (misplaced) return fail('html_token', misplaced, { path, hint: HTML_TOKEN_HINT })
      if ('text' in to) {
        if (value !== null && !isVerbatim(node.tag)) {
          checkText(value, mistakes)
          checkTemplateText(value, mistakes)
        }
        writes.push(() => {
          setText(page, tree, node, value ?? '', context.newId)
        })
        changed.push('text')
      } else if ('tag' in to) {
        const why = refuseNewTag(target.found, value)
        if (why) return fail('refused', why, { path, hint: 'Insert an element of that kind with insertHtml instead.' })
        if (value !== null && value !== node.tag) writes.push(() => page.set(field.tag(node.id), value))
        changed.push(prop)
      } else {
        const rest = value === null ? undefined : keepValue(node.tag, to.attribute, value)
        for (const { what, where: inside, why } of rest?.refused ?? []) {
          refused.push({ what, where: inside === undefined ? where : `${where} > ${to.attribute} > ${inside}`, why })
        }
        if (rest && rest.value === undefined) continue
        value = rest?.value ?? null
        const recursion =
          to.attribute === 'ref' && isComponent(node) && value !== null
            ? await refuseRecursion(context, entry.id, value)
            : undefined
        if (recursion) return fail('recursive_component', recursion, { path, hint: 'Choose another component.' })
        if (value !== null) inventory.noteNew(node, to.attribute, value)
        if (value !== null) checkAttributeOf(node, to.attribute, value, { source: '', libraries }, mistakes)
        writes.push(() => setAttribute(page, node, to.attribute, value))
        changed.push(to.attribute)
      }
    }
    if (changed.length === 0) {
      const [first] = refused
      const message = first ? `${first.what} was refused: ${first.why}.` : 'The patch names nothing to change.'
      return fail('refused', message, { path: '/patch', hint: 'Name an attribute or `text` and its new value.' })
    }
    const unstyled = styles.size > 0 ? refuseNode(node) : undefined
    if (unstyled) return fail('refused', unstyled.error, { path: '/patch', hint: unstyled.hint })
    await checkReferences(inventory, surroundings(context, target.found), mistakes)
    const id = nodeAttribute(node, 'id')
    const losesId = id !== undefined && changed.includes('id') && patch.id !== id
    const dangling = losesId ? await danglingIds(context, target.found, [node.id], [id]) : []
    for (const write of writes) write()
    const report = { nodeId: node.id, pageId: entry.id, changed, ...some('refused', refused) }
    const inline = typeof patch.style === 'string' ? await styleProblems([patch.style]) : []
    const warnings = [
      ...said,
      ...mistakes.sentences(),
      ...inline,
      ...dangling,
      ...entryFieldsOf(readTree(page), node.id, patch),
    ]
    if (styles.size === 0) return ok(report, { warnings })
    const declared = [...styles].flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
    warnings.push(...(await styleProblems(declared)))
    const className = ownClass(node) ?? newOwnClass(node)
    const wish = { selector: `.${escapeName(className)}`, ...(breakpoint ? { width: breakpoint.width } : {}) }
    const outcome = writeStyle(context.site, page, readTree(page), node.id, wish, styles, context.newId, entry.id)
    if (outcome.refused) warnings.push(outcome.refused.error)
    for (const { property, stronger } of outcome.written?.properties ?? []) {
      for (const { selector, reason } of stronger) warnings.push(strongerText(property, selector, reason))
    }
    return ok({ ...report, className }, { warnings })
  },
})

/** The stored part of an attribute's new value. */
function keepValue(tag: string, name: string, value: string): Kept {
  if (!isShortened(value)) return keepWritten(tag, name, value, unescapeTokens(value))
  const why = 'the value was shortened by a read; give the whole value'
  return { value: undefined, refused: [{ what: `${name}="${value.slice(0, 60)}"`, why }] }
}

/** The error of a prop that cannot be set on this node, or not by breakpoint. */
function wrongTarget(
  { tree, node }: Target,
  to: PatchTarget,
  prop: string,
  path: string,
  breakpointId: string | undefined,
): Envelope<never> | undefined {
  if (breakpointId !== undefined && !('css' in to)) {
    const hint = `Only style props can: ${[...styleProps.keys()].slice(0, 24).join(', ')} and the like. For this one leave breakpointId out.`
    return fail('not_overridable', `“${prop}” is part of the HTML, which is the same at every width.`, { path, hint })
  }
  if ('text' in to) {
    if (node.kind !== 'element' || tree.children(node.id).every(({ kind }) => kind !== 'element')) {
      if (node.kind !== 'element' || (canHoldChildren(node) && !NO_TEXT.has(node.tag))) return undefined
      return fail('not_text', `${describe(node)} cannot hold text.`, { path, hint: 'Set one of its attributes.' })
    }
    const hint = 'Use replaceNodeHtml for its content, or set the text of one of those elements.'
    return fail('not_text', `${describe(node)} holds other elements, so it has no single text.`, { path, hint })
  }
  if (node.kind === 'element') return undefined
  return fail('not_an_element', `${describe(node)} has no attributes.`, { path, hint: 'Only `text` can be set.' })
}

function cssValue(property: string, given: Given, path: string): string | null | Envelope<never> {
  if (given === null || given === '') return null
  if (typeof given === 'boolean') {
    return fail('invalid_css', `“${property}” takes a CSS value.`, {
      path,
      hint: 'Send a text such as "1rem", or a number of pixels.',
    })
  }
  const value = cssText(property, given)
  const reason = cssRefusal(`${property}: ${value}`)
  if (reason) return fail('refused', `The value was refused: ${reason}.`, { path, hint: 'Leave that part out.' })
  if (/[;{}]/.test(value)) {
    const hint = 'Send the value of one property; write more with applyCss.'
    return fail('invalid_css', `“${value.slice(0, 60)}” is not one CSS value.`, { path, hint })
  }
  return value
}

function refuseNewTag({ tree, node }: Target, tag: string | null): string | undefined {
  if (tag === null) return 'An element has a tag.'
  if (isOfEveryPage(tree, node.id)) return 'The body and the head of a page stay what they are.'
  if (node.ns !== undefined) return 'A part of a drawing keeps its kind.'
  const refused = refuseTag(tag)
  if (refused) return `<${tag}> is refused: ${refused}.`
  if (tag !== tag.toLowerCase() || !/^[a-z][a-z0-9-]*$/.test(tag)) return `“${tag}” is not an element name.`
  if (VOID_TAGS.has(tag) && tree.children(node.id).length > 0)
    return `<${tag}> cannot hold the content of ${describe(node)}.`
  if (TEXT_ONLY.has(tag) && tree.children(node.id).some(({ kind }) => kind !== 'text'))
    return `<${tag}> holds nothing but text, and there is more in ${describe(node)}.`
  for (const [name, value] of nodeAttributes(node)) {
    const why = refuseAttribute(tag, name, unescapeTokens(value))
    if (why) return `On <${tag}> the attribute ${name} is refused: ${why}.`
  }
  return misplaced([{ ...looseCopy(tree, node), tag }], contextOf(tree, node.parent))
}

async function refuseRecursion(context: SiteContext, documentId: string, ref: string): Promise<string | undefined> {
  return recursionThrough(context.site, await componentTrees(context), documentId, [ref])
}

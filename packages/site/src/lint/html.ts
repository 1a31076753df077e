import type { LooseNode } from '../document/edit.ts'
import type { Namespace } from '../document/node.ts'
import { isSpecial } from '../document/special.ts'
import { checkAttribute } from './htmlAttributes.ts'
import type { Inventory } from './htmlNames.ts'
import { checkTemplateAttribute, checkTemplateComment, checkTemplateText } from './htmlTemplates.ts'
import { checkText, isVerbatim } from './htmlText.ts'
import { checkAttributeValue, checkPlace } from './htmlValues.ts'
import { isAttributeOf, isBooleanAttribute, isElement } from './htmlVocabulary.ts'
import type { MistakeKind, Mistakes } from './mistakes.ts'

const INVENTED: MistakeKind = {
  says: (list, count) =>
    `HTML has no element ${list}: a browser shows ${count > 1 ? 'them' : 'it'} as a plain inline box. Use HTML’s elements, or a component (list_modules, insertComponent); replaceNodeHtml fixes it.`,
}

const LINK: MistakeKind = {
  says: () =>
    'A <link> without rel does nothing, and cannot hold anything: what was to be inside stands beside it. A link to click is <a href>.',
}
/** Framework elements that no browser supports. */
const FRAMEWORK_TAG =
  /^(?:ng-|router-|nuxt-|client-only$|app-root$|svelte:|v-[a-z]|mat-|ion-|el-[a-z]|livewire:|x-[a-z])/

export interface HtmlLint {
  /** The HTML as it was sent. */
  source: string
  /** Names of the site's scripts and packages, in lower case, to detect libraries such as Vue or Alpine. */
  libraries: string
}

/** A quick test: a text that may have a problem, or a Markdown list item. */
const SPEAKS = /[\\`*#[&<|_{}@%]|(?:^|\n)[ \t]{0,20}(?:[-+]|\d{1,3}[.)])[ \t]/

/**
 * The problems of parsed HTML, independent of its surroundings.
 * @param inventory collects the names that elements have and refer to
 */
export function checkHtml(
  nodes: readonly LooseNode[],
  lint: HtmlLint,
  mistakes: Mistakes,
  inventory?: Inventory,
): void {
  const visit = (list: readonly LooseNode[], isCode: boolean) => {
    for (const node of list) {
      if (node.kind === 'element') {
        visitElement(node)
        if (node.children) visit(node.children, isCode || isVerbatim(node.tag))
      } else if (node.text !== undefined) {
        if (node.kind === 'comment') checkTemplateComment(node.text, mistakes)
        else if (!isCode && SPEAKS.test(node.text)) {
          checkText(node.text, mistakes)
          checkTemplateText(node.text, mistakes)
        }
      }
    }
  }
  const visitElement = (node: LooseNode) => {
    const { tag = '', ns, attrs } = node
    checkPlace(node, mistakes)
    if (ns === undefined && !isKnown(tag)) mistakes.add(INVENTED, `<${tag}>`)
    if (ns === undefined && FRAMEWORK_TAG.test(tag)) mistakes.add(INVENTED, `<${tag}>`)
    if (tag === 'link' && !attrs?.some(([name]) => name === 'rel' || name === 'itemprop')) mistakes.add(LINK, `<link>`)
    if (!attrs) return
    for (const [name, value] of attrs) {
      checkAttributeOf(node, name, value, lint, mistakes)
      inventory?.note(tag, ns, name, value)
    }
  }
  visit(nodes, false)
}

const SPECIAL_ATTRIBUTE = /^(?:ref|name|slot|custom-tag|param-.*|part|config|view|background)$/

/** An element of HTML, a custom one, or one of ours. */
const isKnown = (tag: string) =>
  isElement(tag) || (tag.includes('-') && (isSpecial({ tag }) || !/^(?:atelier|instatic)-/.test(tag)))

/** A quick test for values that may have a problem; very few match. */
const ODD = /[{%<\\]|[^\0-\x7f]/

/** The problems of one attribute of an element. */
export function checkAttributeOf(
  { tag = '', ns }: { tag?: string; ns?: Namespace | undefined },
  name: string,
  value: string,
  { source, libraries }: HtmlLint,
  mistakes: Mistakes,
): void {
  const isKnownName = ns === undefined && isAttributeOf(tag, name)
  if (isKnownName) checkAttributeValue(tag, name, value, mistakes)
  if (isKnownName && !ODD.test(value) && !isBooleanAttribute(name)) return
  const attribute = { tag, name, value, isKnownName }
  if (checkTemplateAttribute(attribute, libraries, mistakes) || ns !== undefined) return
  // Custom elements define their own attributes.
  if (isKnownName || isElement(tag) || (isSpecial({ tag }) && !SPECIAL_ATTRIBUTE.test(name))) {
    checkAttribute(attribute, source, mistakes)
  }
}

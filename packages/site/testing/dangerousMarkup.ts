import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes as Dom, parse } from 'parse5'
import { TreeBuilder } from '../src/html/treeBuilder.ts'

const DOCUMENT_TYPES = /^(?:text\/html|text\/xsl|(?:text|application)\/xml|[^,;]*\+xml)$/
const FRAMES = /^(?:iframe|frame|object|embed|portal)$/
const URLS = /^(?:href|xlink:href|src|action|formaction|data|poster|background|cite|longdesc|codebase|ping)$/
const ANIMATIONS = /^(?:animate|animatetransform|animatemotion|set)$/
const ANIMATED = /^(?:to|from|by|values)$/

/**
 * The content of a document that could run something, in words: scripts, handlers, URLs that are scripts, refreshes.
 * Written apart from what the site refuses, so that the one can be held to the other. Read with and without scripting if
 * there is a `noscript`, which is another thing in each; and as browsers read a `<select>` and as they did.
 */
export function danger(html: string): string[] {
  const found = new Set<string>()
  for (const scriptingEnabled of /noscript/i.test(html) ? [true, false] : [true]) {
    for (const each of parse(html, { scriptingEnabled }).childNodes) walk(each, found)
    if (!/<select/i.test(html)) continue
    for (const each of TreeBuilder.parse<DefaultTreeAdapterMap>(html, { scriptingEnabled }).childNodes)
      walk(each, found)
  }
  return [...found]
}

/** Whether the text after a piece of HTML follows it, and is not in something that it leaves open. */
export function standsAlone(html: string): boolean {
  const [, body] = parse(`<!doctype html><body>${html}<hr id="behind">`).childNodes.flatMap((each) =>
    'tagName' in each ? each.childNodes : [],
  )
  const last = body && 'childNodes' in body ? body.childNodes.at(-1) : undefined
  return last !== undefined && 'tagName' in last && last.attrs.some(({ value }) => value === 'behind')
}

function walk(node: Dom.Node, found: Set<string>): void {
  if ('tagName' in node) look(node, found)
  if ('content' in node) walk(node.content, found)
  if ('childNodes' in node) for (const child of node.childNodes) walk(child, found)
}

function look(element: Dom.Element, found: Set<string>): void {
  const tag = element.tagName.toLowerCase()
  if (/^(?:script|base|frame|frameset|plaintext)$/.test(tag)) found.add(`<${tag}>`)
  for (const { name: local, prefix, value } of element.attrs) {
    const name = (prefix ? `${prefix}:${local}` : local).toLowerCase()
    const shown = `<${tag} ${name}="${value.slice(0, 60)}">`
    if (/^on/.test(name)) found.add(shown)
    if (name === 'srcdoc') for (const inside of danger(value)) found.add(`${shown}: ${inside}`)
    if (name === 'http-equiv' && /refresh|set-cookie|security/i.test(value)) found.add(shown)
    if (ANIMATIONS.test(tag)) {
      if (name === 'attributename' && /^\s*(?:on|(?:\w+:)?href)/i.test(value)) found.add(shown)
      if (ANIMATED.test(name) && value.split(';').some((url) => isActive(url, tag))) found.add(shown)
    }
    if ((URLS.test(name) || (tag === 'param' && name === 'value')) && isActive(value, tag)) found.add(shown)
  }
}

function isActive(value: string, tag: string): boolean {
  if (!URL.canParse(value, 'https://site.test/')) return false
  const { protocol, pathname } = new URL(value, 'https://site.test/')
  if (/^(?:javascript|vbscript):$/.test(protocol)) return true
  if (protocol !== 'data:') return false
  const type = pathname.split(/[,;]/, 1)[0]?.replaceAll('%20', ' ').trim().toLowerCase() ?? ''
  return DOCUMENT_TYPES.test(type) && (type !== 'image/svg+xml' || FRAMES.test(tag) || /^(?:a|area|use)$/.test(tag))
}

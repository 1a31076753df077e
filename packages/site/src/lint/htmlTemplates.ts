import type { WrittenAttribute } from './htmlAttributes.ts'
import type { MistakeKind, Mistakes } from './mistakes.ts'

const TEMPLATE: MistakeKind = {
  says: (list) =>
    `Templates of other languages are not filled in here, they show as written: ${list}. Write the content itself; for lists of records use <atelier-loop> with {currentEntry.field}, for one part on many pages a component (createComponent).`,
}
const DIRECTIVE: MistakeKind = {
  says: (list) =>
    `Nothing on the page reads ${list}: Vue, Svelte, Angular, Alpine or htmx do not run here. Write plain HTML, and a script with write_code_asset where something has to react.`,
}
export const JSX: MistakeKind = {
  says: (list) =>
    `JSX is not HTML: ${list}. Write class, for, style="color: red" and kebab-case names as HTML has them, and fix it with updateNodeProps or replaceNodeHtml.`,
}

/** JSX names of HTML and SVG attributes, lower-cased as by the parser. */
const JSX_NAMES: ReadonlySet<string> = new Set(
  'classname htmlfor dangerouslysetinnerhtml defaultvalue defaultchecked suppresshydrationwarning strokewidth strokelinecap strokelinejoin strokedasharray strokedashoffset strokeopacity strokemiterlimit fillrule fillopacity cliprule stopcolor stopopacity textanchor fontfamily fontsize fontweight dominantbaseline xlinkhref acceptcharset httpequiv'.split(
    ' ',
  ),
)
/** Atelier tokens: `{page.title}`, `{currentEntry.fields.x}`, `{params.name}`, perhaps with a filter. */
const OWN_TOKEN = /^\{(?:currentEntry|parentEntry|page|site|route|params)\.[\w.-][^{}]*\}/

const SCRIPTED = /^(?:x-|hx-|_$)/
const DIRECTIVES =
  /^(?:v-[a-z]|:[a-z]|@[a-z]|#[a-z]|\*ng|\[|\(|ng-[a-z]|on:[a-z]|bind:|use:[a-z]|class:|style:[a-z]|transition:|in:[a-z]|out:[a-z]|animate:|let:|client:|wire:|th:[a-z]|x-|hx-)/

/** Template syntax of other languages in a text, by its opening marks. */
function templateIn(text: string): string | undefined {
  if (text.includes('{')) {
    const found =
      /\{\{\{?[^{}]{0,200}\}\}/.exec(text)?.[0] ??
      /\{%[^%{}]{0,200}%\}/.exec(text)?.[0] ??
      /\{[#/:@](?:if|each|await|key|else|then|catch|html|const|render|snippet|debug)\b[^{}]{0,200}\}/.exec(text)?.[0] ??
      /[$#]\{[^{}]{1,200}\}/.exec(text)?.[0] ??
      /\{(?!(?:currentEntry|parentEntry|page|site|route|params)\.)[a-z]\w{0,40}(?:\.[a-zA-Z]\w{0,40}){1,5}\}/.exec(
        text,
      )?.[0] ??
      /^\s{0,200}(\{ ?[a-z]\w{0,40} ?\})\s{0,200}$/.exec(text)?.[1]
    if (found !== undefined) return found
    if (/\{%|\{\{/.test(text)) return /\{[%{].{0,60}/.exec(text)?.[0]
  }
  if (text.includes('[[')) {
    const found = /\[\[ [^[\]]{1,80} \]\]/.exec(text)?.[0]
    if (found !== undefined) return found
  }
  if (text.includes('@')) {
    const blade =
      /(?:^|[\s;])(@(?:foreach|endforeach|endif|elseif|forelse|extends|section|yield|include|csrf|for|if|switch)\s?\([^()]{0,120}\))/.exec(
        text,
      )?.[1] ?? /(?:^|\s)(@(?:if|for|switch|defer) ?\([^()]{0,120}\) ?\{)/.exec(text)?.[1]
    if (blade !== undefined) return blade
  }
  if (text.includes('%')) {
    const found = /<%[=\-#]?[^%]{0,200}%>|&lt;%/.exec(text)?.[0]
    if (found !== undefined) return found
  }
  return undefined
}

/** Expressions in braces as in JSX and Svelte: `{items.map(…)}`, `{count > 1 && …}`, `{/* … *\/}`. */
function expressionIn(text: string): string | undefined {
  if (!text.includes('{') && !text.includes('=>')) return undefined
  return (
    /\{\s?\/\*/.exec(text)?.[0] ??
    /\{[\w$.?[\]]{1,80}\.(?:map|filter|join|reduce)\(/.exec(text)?.[0] ??
    /\{(?:props|this|state)\.[\w.]{1,80}\}/.exec(text)?.[0] ??
    /\{[!\w$.]{1,80} ?(?:&&|\|\||\?\?|===|!==|\?) ?[^{}]{0,80}/.exec(text)?.[0] ??
    /^\s*\)\)?\}/.exec(text)?.[0] ??
    /\{\s?(?:['"`][^{}]{0,80}['"`]|children|[a-z]\w{0,40}\([^{}]{0,80}\))\s?\}/.exec(text)?.[0]
  )
}

export function checkTemplateText(text: string, mistakes: Mistakes): void {
  const template = templateIn(text)
  if (template !== undefined) {
    mistakes.add(TEMPLATE, template)
    return
  }
  const expression = expressionIn(text)
  if (expression !== undefined) mistakes.add(JSX, expression)
}

/** A comment that the parser creates from `<?php … ?>` and of `<% … %>` (which stays text). */
export function checkTemplateComment(text: string, mistakes: Mistakes): void {
  if (/^\?(?:php|=|\s)/.test(text)) mistakes.add(TEMPLATE, `<${text}>`)
}

/**
 * Whether an attribute belongs to another language and needs no further checks.
 * @param libraries names of the scripts and packages of the site, in lower case
 */
export function checkTemplateAttribute(attribute: WrittenAttribute, libraries: string, mistakes: Mistakes): boolean {
  const { name, value } = attribute
  if (!attribute.isKnownName && checkName(attribute, libraries, mistakes)) return true
  if (!value.includes('{') && !value.includes('%') && !value.includes('<?')) return false
  const isExpression = /^\{[^{}]{0,200}\}?$/.test(value) && !OWN_TOKEN.test(value) && !name.startsWith('data-')
  const isObject = value.startsWith('{{') && (name === 'style' || !value.endsWith('}}'))
  const template = isExpression || isObject ? undefined : templateIn(value)
  if (isExpression || isObject) mistakes.add(JSX, `${name}=${value}`)
  else if (template !== undefined || /<%|<\?php/.test(value)) mistakes.add(TEMPLATE, `${name}="${value}"`)
  else return false
  return true
}

/** Whether the name belongs to another language and needs no further checks. */
function checkName({ tag, name, value }: WrittenAttribute, libraries: string, mistakes: Mistakes): boolean {
  if (JSX_NAMES.has(name.toLowerCase())) {
    mistakes.add(JSX, `<${tag} ${name}>`)
    return true
  }
  if (DIRECTIVES.test(name) && name !== 'ng-version') {
    const isAlpine = name.startsWith('x-') || name.startsWith('@') || name.startsWith(':')
    if (isAlpine && /alpine/.test(libraries)) return true
    if (name.startsWith('hx-') && /htmx/.test(libraries)) return true
    if (/^(?:v-|@|:|#)/.test(name) && /\bvue\b|petite-vue/.test(libraries)) return true
    mistakes.add(DIRECTIVE, `${name}${value === '' ? '' : `="${value}"`}`)
    return true
  }
  return SCRIPTED.test(name)
}

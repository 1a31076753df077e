import type { Json } from '@atelier/documents'
import { isList } from '@atelier/operation'
import { checkParams } from '../component/params.ts'
import { parseBlock, parseCss } from '../css/parse.ts'
import { cssRefusal } from '../css/safety.ts'
import { missingEnd } from '../css/tokenize.ts'
import { lockPrefix } from '../document/locks.ts'
import { isRecord } from '../document/node.ts'
import { readTemplate } from '../document/pages.ts'
import { isPublishedPath } from '../media/path.ts'
import { checkRedirect } from '../publish/redirects.ts'
import { checkCode, checkDependency } from './code.ts'
import { checkLock } from './locks.ts'
import { checkMedia } from './media.ts'
import { checkPageSetting } from './pageSettings.ts'
import { hasOnly, isId, isOrder, isTextValue, MAX_TEXT, unless } from './shapes.ts'
import { checkSheet } from './sheet.ts'
import { checkSourceText } from './sourceText.ts'
import { checkToken } from './tokens.ts'

const MAX_SETTING = 10_000
const MAX_TITLE = 1_000
const MAX_SLUG = 1_000
const MAX_DECLARATIONS = 20_000
/** Characters of a rule’s or declaration’s text outside of addresses and strings: it is parsed in one turn. */
const MAX_PLAIN = 50_000

/** Returns the problem of a value under a key of a site document, or of its deletion if there is none; else undefined. */
export function checkSiteValue(key: string, value: Json | undefined): string | undefined {
  if (value === undefined) return checkDeletion(key)
  const [name, field] = split(key, '/')
  if (name === 'settings') return field === undefined ? checkSettings(value) : checkSetting(field, value)
  const [thing, id] = split(name, ':')
  if (thing === 'redirect' && field === undefined) return checkRedirect(key, value)
  if (key.startsWith(lockPrefix)) return checkLock(key, value)
  if (key.startsWith('dependency:')) return checkDependency(key.slice('dependency:'.length), value)
  if (!isId(id)) return `A site has no field "${key.slice(0, 60)}".`
  switch (thing) {
    case 'breakpoint':
      return field === undefined ? checkBreakpoint(value) : 'A breakpoint is written as a whole.'
    case 'page':
      return field === undefined ? checkPage(value) : checkPageField(field, value)
    case 'section':
      return field === undefined ? checkSection(value) : 'A saved section is written as a whole.'
    case 'code':
      return checkCode(field, value)
    case 'media':
      return checkMedia(field, value)
    case 'rule':
      return field === undefined ? checkRule(value) : checkRuleField(field, value)
    case 'sheet':
      return checkSheet(field, value)
    case 'color':
    case 'fontToken':
    case 'fontFamily':
    case 'scale':
      return checkToken(thing, id, field, value)
    default:
      return `A site has no field "${key.slice(0, 60)}".`
  }
}

/** An operation on the server makes and deletes pages and files; what a tab makes, its undo deletes. */
function checkDeletion(key: string): string | undefined {
  const [name, field] = split(key, '/')
  if (field !== undefined) return undefined
  if (name.startsWith('page:')) return 'A page is deleted by an operation.'
  return name.startsWith('media:') ? 'A file is deleted by an operation.' : undefined
}

function split(text: string, mark: string): [before: string, after: string | undefined] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function checkSettings(value: Json): string | undefined {
  if (!isRecord(value)) return 'Settings are names and values.'
  for (const [name, each] of Object.entries(value)) {
    const wrong = checkSetting(name, each)
    if (wrong) return wrong
  }
  return undefined
}

function checkSetting(name: string, value: Json): string | undefined {
  if (!/^[\w-]{1,100}$/.test(name)) return `"${name.slice(0, 40)}" is not a valid name of a setting.`
  const fits =
    value === null || typeof value === 'boolean' || typeof value === 'number' || isTextValue(value, MAX_SETTING)
  return unless(fits, `A setting is a number, true, false or a text of at most ${MAX_SETTING} characters.`)
}

function checkBreakpoint(value: Json): string | undefined {
  const fits =
    isRecord(value) &&
    hasOnly(value, ['label', 'width']) &&
    isTextValue(value.label, 100) &&
    typeof value.width === 'number' &&
    value.width > 0 &&
    value.width <= 100_000
  return unless(fits, 'A breakpoint is a label and a width in pixels.')
}

/** The longest saved section with its rules, in characters. */
export const MAX_SECTION = 200_000

function checkSection(value: Json): string | undefined {
  const fits =
    isRecord(value) &&
    hasOnly(value, ['title', 'html']) &&
    isTextValue(value.title, 200) &&
    isTextValue(value.html, MAX_SECTION)
  return unless(fits, `A saved section is a title and HTML of at most ${MAX_SECTION} characters.`)
}

function checkPage(value: Json): string | undefined {
  if (!isRecord(value) || !hasOnly(value, ['title', 'slug', 'at', 'kind'])) {
    return 'A page is a title, a slug and a place.'
  }
  if (value.kind !== undefined && value.kind !== 'component') return 'A page of another kind is a component.'
  if (value.kind === 'component' && value.slug !== '') return 'A component has no slug.'
  for (const field of value.kind === 'component' ? ['title', 'at'] : ['title', 'slug', 'at']) {
    const wrong = checkPageField(field, value[field] ?? null)
    if (wrong) return wrong
  }
  return undefined
}

function checkPageField(field: string, value: Json): string | undefined {
  switch (field) {
    case 'title':
      return unless(isTextValue(value, MAX_TITLE), `The title of a page is a text of at most ${MAX_TITLE} characters.`)
    case 'slug':
      return unless(isSlug(value), 'The slug of a page is words of letters, digits and hyphens, with / between them.')
    case 'at':
      return unless(isOrder(value), 'The place of a page is an order key.')
    case 'template':
      return unless(
        value === null || readTemplate(value) !== undefined,
        'A template is its target and its priority, or null.',
      )
    case 'params':
      return checkParams(value)
    case 'source':
      return unless(isId(value), 'What a page translates is the id of a page.')
    case 'deleted':
      return unless(typeof value === 'boolean', 'Whether a page is deleted is true or false.')
    default:
      if (TRANSLATED.test(field)) return value === null ? undefined : checkSourceText(value)
      return checkPageSetting(field, value)
  }
}

/** The translated settings of a translation. */
const TRANSLATED = /^source:(?:title|metaTitle|description|ogTitle|ogDescription)$/

function isSlug(value: Json): boolean {
  if (!isTextValue(value, MAX_SLUG)) return false
  // An imported page keeps the name of its file.
  if (/\.x?html?(?:-\d+)?$/i.test(value)) return isPublishedPath(value)
  return value.split('/').every((part) => /^[\p{L}\p{N}-]+$/u.test(part))
}

function checkRule(value: Json): string | undefined {
  const names = ['kind', 'parent', 'at', 'before', 'prelude', 'declarations', 'tail', 'bare', 'sheet']
  if (!isRecord(value) || !hasOnly(value, names)) return 'A rule is made of its kind, its text and its place.'
  const { kind, parent, at, before, prelude, declarations, tail, bare, sheet } = value
  const fits =
    isOrder(at) &&
    [parent, sheet].every((each) => each === undefined || isId(each)) &&
    [before, tail].every((each) => each === undefined || isSpace(each)) &&
    (bare === undefined || typeof bare === 'boolean')
  if (!fits) return 'A rule has an order key, perhaps a rule around it, and white space in front and behind.'
  const wrong = checkPrelude(kind, prelude)
  if (wrong || declarations === undefined) return wrong
  if (kind !== 'style' && kind !== 'at') return 'Only a rule with a block has declarations.'
  if (!isList(declarations) || declarations.length > MAX_DECLARATIONS) return 'Declarations are a list.'
  for (const declaration of declarations) {
    const [id, order, space, text] = isList(declaration) ? declaration : []
    if (!isId(id) || !isOrder(order) || !isSpace(space)) return 'A declaration has an id, a place and its text.'
    const bad = checkDeclaration(text)
    if (bad) return bad
  }
  return undefined
}

function checkRuleField(field: string, value: Json): string | undefined {
  if (field === 'prelude') return checkPrelude(undefined, value)
  if (field === 'at') return unless(isOrder(value), 'The place of a rule is an order key.')
  if (field === 'deleted') return unless(typeof value === 'boolean', 'Whether a rule is deleted is true or false.')
  if (!field.startsWith('d:') || !isId(field.slice(2))) return `A rule has no field "${field.slice(0, 40)}".`
  if (value === null) return undefined
  if (!isRecord(value)) return checkDeclaration(value)
  const fits = hasOnly(value, ['at', 'before', 'text']) && isOrder(value.at) && isSpace(value.before)
  return unless(fits, 'A declaration has a place and its text.') ?? checkDeclaration(value.text)
}

/** @param kind undefined allows any rule with a block, and no other rule */
function checkPrelude(kind: Json | undefined, text: Json | undefined): string | undefined {
  if (!isTextValue(text)) return `The text of a rule may have ${MAX_TEXT} characters.`
  const isBlock = kind === undefined || kind === 'style' || kind === 'at'
  if (kind !== 'comment' && isTooLong(text)) return TOO_LONG
  if (kind === 'comment' && !endsOnce(text)) return `\`${text.slice(0, 40)}\` is not one CSS rule.`
  if (kind === 'bad') return cssRefusal(text) && 'What runs script is refused.'
  if (!isBlock && kind !== 'statement' && kind !== 'raw' && kind !== 'comment') return 'There is no such kind of rule.'
  const reason = kind === 'comment' ? undefined : cssRefusal(text)
  if (reason) return `The rule is refused: ${reason}.`
  const whole = isBlock ? `${text}{}` : text + missingEnd(text)
  // A few selectors are valid only inside another rule.
  const stands = [parseCss, parseBlock].some((parse) => {
    const [item, more] = parse(whole).items
    return !more && (isBlock ? item?.kind === 'style' || item?.kind === 'at' : item?.kind === kind)
  })
  return unless(stands, `\`${text.slice(0, 40)}\` is not one CSS rule.`)
}

function checkDeclaration(text: Json | undefined): string | undefined {
  if (!isTextValue(text)) return `A declaration may have ${MAX_TEXT} characters.`
  if (!text.startsWith('/*') && isTooLong(text)) return TOO_LONG
  if (text.startsWith('/*') && !endsOnce(text)) return `\`${text.slice(0, 40)}\` is not one CSS declaration.`
  const [item, more] = parseBlock(text + missingEnd(text)).items
  if (more || (item?.kind !== 'declaration' && item?.kind !== 'comment')) {
    return `\`${text.slice(0, 40)}\` is not one CSS declaration.`
  }
  const reason = item.kind === 'declaration' ? cssRefusal(text) : undefined
  return reason && `The declaration is refused: ${reason}.`
}

const TOO_LONG = `The text of a rule may have ${MAX_PLAIN} characters outside of addresses and strings.`

/** Embedded fonts and pictures are long, and parsed at once; what has many parts is not. */
function isTooLong(text: string): boolean {
  return text.length > MAX_PLAIN && text.replace(/\burl\([^()"']*\)|"[^"\n]*"|'[^'\n]*'/gi, '').length > MAX_PLAIN
}

/** Whether a comment ends at its end only, or never. */
function endsOnce(text: string): boolean {
  const end = text.indexOf('*/', 2)
  return end < 0 || end === text.length - 2
}

/** Whether a value consists of white space and stray semicolons. */
function isSpace(value: Json | undefined): boolean {
  return isTextValue(value) && /^[\s;]*$/.test(value)
}

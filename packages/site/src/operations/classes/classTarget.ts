import { type Envelope, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { classNames } from '../../css/applying.ts'
import { readSheets } from '../../css/sheets.ts'
import { documents } from '../../document/pages.ts'
import { nodeClasses, readTree } from '../../document/tree.ts'
import { isStyled } from '../../styles/classes.ts'
import type { LeftPlace } from '../../styles/scripts.ts'
import { siteFramework } from '../../tokens/framework.ts'
import type { Found } from '../shared/target.ts'

export const ClassName = Type.String({ minLength: 1, maxLength: 200 })

/** Where a script names what is renamed, in a result. */
export const ScriptPlaces = Type.Array(
  Type.Object({
    path: Type.Optional(Type.String()),
    documentId: Type.Optional(Type.String()),
    nodeId: Type.Optional(Type.String()),
    line: Type.Integer(),
    text: Type.String(),
  }),
)

/** The most places that a rename lists as left. */
export const MAX_LEFT = 200

/** Where a script has the word and is left as it is, with the reason. */
export const ScriptsLeft = Type.Array(
  Type.Object({
    path: Type.Optional(Type.String()),
    documentId: Type.Optional(Type.String()),
    nodeId: Type.Optional(Type.String()),
    line: Type.Integer(),
    text: Type.String(),
    /** dynamic: a name is put together there; string, key, data: may mean the class or not; the others do not. */
    reason: Type.Enum(['dynamic', 'string', 'key', 'data', 'comment', 'name', 'pattern']),
  }),
)

/** Possible uses of the class that stay: the sentence that says so. */
export function leftWarning(left: readonly LeftPlace[]): string[] {
  const unsure = left.filter(({ reason }) => !/^(?:comment|name|pattern)$/.test(reason)).length
  if (unsure === 0) return []
  return [`${unsure === 1 ? '1 line of a script' : `${unsure} lines of scripts`} may mean it too: see \`scriptsLeft\`.`]
}

/** The remedy for names in scripts: the sentence that a result carries while they are unchanged. */
export function scriptWarning(places: number, changed: boolean): string[] {
  if (places === 0 || changed) return []
  const lines = places === 1 ? '1 line of a script still names' : `${places} lines of scripts still name`
  return [`${lines} the old one. Look at \`scripts\`, then call again with scripts: true to change them.`]
}

/** A class that the site has: a selector names it or an element has it. The design system's own are refused. */
export async function siteClass(context: SiteContext, asked: string, path: string): Promise<Found<string>> {
  const name = asked.trim().replace(/^\./, '')
  const locked = lockedClass(context, name, path)
  if (locked) return { refused: locked }
  if (isStyled(context.site, name) || (await isUsed(context, name))) return { found: name }
  const known = classNames(readSheets(context.site)).slice(0, 30).join(', ')
  const message = `No rule and no element has the class "${name.slice(0, 60)}".`
  return { refused: fail('unknown_class', message, { path, hint: known === '' ? undefined : `Classes: ${known}.` }) }
}

/** A name that a class can get: one word that nothing has yet. */
export async function freeClass(context: SiteContext, asked: string, path: string): Promise<Found<string>> {
  const name = asked.trim().replace(/^\./, '')
  if (!/^-?[\p{L}_][\p{L}\p{N}_-]*$/u.test(name)) {
    const hint = 'Use letters, digits, hyphens and underscores, such as card-wide.'
    return { refused: fail('invalid_class', `"${asked.slice(0, 60)}" is not a name of a class.`, { path, hint }) }
  }
  const locked = lockedClass(context, name, path)
  if (locked) return { refused: locked }
  if (!isStyled(context.site, name) && !(await isUsed(context, name))) return { found: name }
  const hint = 'Choose another name, or put both into one with mergeClasses.'
  return { refused: fail('name_taken', `The class "${name}" is there already.`, { path, hint }) }
}

function lockedClass({ site }: SiteContext, name: string, path: string): Envelope<never> | undefined {
  if (!siteFramework(site).utilities.has(name)) return undefined
  const hint = 'It changes with its token: renameToken, deleteTokens.'
  return fail('locked', `The class "${name}" belongs to the design system.`, { path, hint })
}

async function isUsed({ site, drafts }: SiteContext, name: string): Promise<boolean> {
  for (const { id } of documents(site)) {
    const page = await drafts.open(id)
    const tree = page && readTree(page)
    if (!tree) continue
    for (const node of tree.walk()) if (node.kind === 'element' && nodeClasses(node).includes(name)) return true
    const html = tree.node(tree.html)
    if (html && nodeClasses(html).includes(name)) return true
  }
  return false
}

import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { rewriteDeclaration } from '../../css/edit.ts'
import { preludeKey } from '../../css/records.ts'
import { renameVariables } from '../../css/renameNames.ts'
import { isLocked, writeLock } from '../../document/locks.ts'
import { allRules, changeClasses } from '../../styles/classes.ts'
import { renameInScripts, renameVariableInScript, type ScriptRename } from '../../styles/scripts.ts'
import { changeStyleAttributes } from '../../styles/styleAttributes.ts'
import { tokens } from '../../tokens/all.ts'
import { colorRamps } from '../../tokens/ramps.ts'
import { editRecord } from '../../tokens/records.ts'
import { designSystem, tokenSlug } from '../../tokens/system.ts'
import { colorUtilities } from '../../tokens/variables.ts'
import { takenNames } from '../../tokens/writing.ts'
import { ScriptPlaces, scriptWarning } from '../classes/classTarget.ts'

export const renameToken = defineOperation({
  id: 'site.renameToken',
  summary: 'Rename a design token',
  description:
    'Rename a token (a colour or font of the design system, or a custom property of the root) with every var(--…) and utility class of it, in the stylesheets, the other tokens and all pages. `scripts` in the result lists the lines of scripts that name it; they change only with scripts: true.',
  icon: 'pencil-line',
  keywords: ['rename variable', 'rename color', 'rename css variable'],
  effect: 'write',
  onDemand: true,
  affects: ['tokens', 'styles', 'page', 'site'],
  input: Type.Object(
    { from: Type.String(), to: Type.String(), scripts: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    from: Type.String(),
    to: Type.String(),
    ref: Type.String(),
    /** How many declarations, attributes and tokens named it. */
    references: Type.Number(),
    scripts: ScriptPlaces,
  }),
  async run(context: SiteContext, { from, to, scripts = false }) {
    const { site } = context
    const system = designSystem(site)
    const old = from.trim().replace(/^--/, '')
    const color = system.colors.find(({ id, slug }) => slug === old || id === old)
    const font = system.fonts.find(({ id, variable }) => variable === old || id === old)
    const all = tokens(site)
    const authored = all.find((each) => each.origin === 'authored' && each.name === `--${old}`)
    const ramp = colorRamps(all).find((each) => each.name === `--${old}`)
    const name = color?.slug ?? font?.variable ?? authored?.name.slice(2) ?? ramp?.name.slice(2)
    if (name === undefined) {
      // After a rename that left the scripts, a second call with scripts: true changes them.
      const late = scripts ? await renamedBefore(context, old, tokenSlug(to)) : undefined
      if (late) return ok(late)
      const known = all.filter(({ kind, variantOf }) => variantOf === undefined && kind !== 'space' && kind !== 'type')
      const names = known.slice(0, 40).map((each) => each.name.slice(2))
      const hint = names.length > 0 ? `There are ${names.join(', ')}.` : 'There are none.'
      return fail('unknown_token', `There is no token "${from.slice(0, 60)}" that can be renamed.`, {
        path: '/from',
        hint,
      })
    }
    const next = tokenSlug(to)
    if (next === '') {
      const message = `"${to.slice(0, 60)}" holds no letter or digit to make a name of.`
      return fail('invalid_slug', message, { path: '/to', hint: 'Use a name such as "primary".' })
    }
    const steps = ramp?.steps.map(({ token }) => token.name) ?? []
    const renamed = (variable: string) => next + variable.slice(name.length + 2)
    const taken = [next, ...steps.map(renamed)].find(
      (each) => takenNames(system).has(each) || all.some((token) => token.name === `--${each}`),
    )
    if (next !== name && taken !== undefined) {
      const hint = 'Choose another name, or delete that token.'
      return fail('name_taken', `--${taken} is another token already.`, { path: '/to', hint })
    }
    if (next === name) return ok({ from: name, to: next, ref: `var(--${next})`, references: 0, scripts: [] })
    if (isLocked(site, `--${name}`)) {
      writeLock(site, { kind: 'token', id: `--${name}` }, false)
      writeLock(site, { kind: 'token', id: `--${next}`, userId: context.actor.userId }, true)
    }
    if (color) editRecord(site, `color:${color.id}`, { slug: next })
    else if (font) editRecord(site, `fontToken:${font.id}`, { variable: next })
    // The steps of a ramp that an import listed as colours go by the name of their colour, too.
    for (const { id, slug } of system.colors)
      if (steps.includes(`--${slug}`)) editRecord(site, `color:${id}`, { slug: renamed(`--${slug}`) })
    const rename = renamerOf(name, next, color !== undefined, steps)
    const references =
      rewriteCss(context, rename) +
      rewriteTokens(context, rename) +
      (await changeStyleAttributes(context, (text) => {
        const changed = renameVariables(text, rename)
        return { text: changed, count: changed === text ? 0 : 1 }
      })) +
      (color ? await renameUtilities(context, name, next) : 0)
    const { places } = await renameInScripts(context, scriptRename(rename), scripts)
    const warnings = scriptWarning(places.length, scripts)
    return ok({ from: name, to: next, ref: `var(--${next})`, references, scripts: places }, { warnings })
  },
})

/** The scripts that still name a token which was renamed before, changed; undefined if none does. */
async function renamedBefore(context: SiteContext, from: string, to: string) {
  const standing = tokens(context.site).find(({ name }) => name === `--${to}`)
  if (!standing) return undefined
  const steps = colorRamps(tokens(context.site))
    .find((each) => each.name === `--${to}`)
    ?.steps.map(({ token }) => `--${from}${token.name.slice(to.length + 2)}`)
  const rename = renamerOf(from, to, standing.origin === 'system' && standing.kind === 'color', steps)
  const { places } = await renameInScripts(context, scriptRename(rename), true)
  return places.length > 0 ? { from, to, ref: `var(--${to})`, references: 0, scripts: places } : undefined
}

const scriptRename = (rename: Rename): ScriptRename => ({
  script: (code) => renameVariableInScript(code, rename),
  style: (css) => renameVariables(css, rename),
  data: (value) => value,
})

type Rename = (variable: string) => string | undefined

const VARIANT = /^-(?:\d{1,3}|[dl]-\d{1,2})$/

/** Renames a custom property; the variants of a colour and the steps of its ramp go by its name too. */
function renamerOf(from: string, to: string, isColor: boolean, steps: readonly string[] = []): Rename {
  return (variable) => {
    if (!variable.startsWith(`--${from}`)) return undefined
    const rest = variable.slice(from.length + 2)
    return rest === '' || steps.includes(variable) || (isColor && VARIANT.test(rest)) ? `--${to}${rest}` : undefined
  }
}

/** Declarations, and the preludes of at-rules that name custom properties: `@property`, `@container style()`. */
function rewriteCss({ site }: SiteContext, rename: Rename): number {
  let count = 0
  for (const [rule] of [...allRules(site)]) {
    if (rule.kind === 'at' || rule.kind === 'raw' || rule.kind === 'statement') {
      const prelude = renameVariables(rule.prelude, rename)
      if (prelude !== rule.prelude) {
        site.set(preludeKey(rule.id), prelude)
        count += 1
      }
    }
    for (const declaration of rule.declarations.slice()) {
      const text = declaration.name === '' ? declaration.text : renameVariables(declaration.text, rename)
      if (text === declaration.text) continue
      rewriteDeclaration(site, rule, declaration, text)
      count += 1
    }
  }
  return count
}

function rewriteTokens({ site }: SiteContext, rename: Rename): number {
  let count = 0
  for (const { id, lightValue, darkValue, declared } of designSystem(site).colors) {
    const fields = {
      lightValue: declared === undefined ? renameVariables(lightValue, rename) : undefined,
      darkValue: darkValue === undefined ? undefined : renameVariables(darkValue, rename),
    }
    if (editRecord(site, `color:${id}`, fields)) count += 1
  }
  return count
}

/** The utility classes of a colour are called by its name: `bg-ink-10`. */
async function renameUtilities(context: SiteContext, from: string, to: string): Promise<number> {
  const prefixes = colorUtilities.map(([prefix]) => prefix)
  const next = (name: string) => {
    const prefix = prefixes.find((each) => name.startsWith(`${each}-${from}`))
    const rest = prefix === undefined ? undefined : name.slice(prefix.length + 1 + from.length)
    return rest === '' || (rest !== undefined && VARIANT.test(rest)) ? `${prefix}-${to}${rest}` : name
  }
  return (await changeClasses(context, (classes) => classes.map(next))).nodes
}

import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context/context.ts'
import { rewriteDeclaration } from '../css/edit.ts'
import { walkRules } from '../css/rules.ts'
import { readSheets } from '../css/sheets.ts'
import { setAttribute, setClasses } from '../document/edit.ts'
import { documents } from '../document/pages.ts'
import { nodeAttribute, nodeClasses, readTree } from '../document/tree.ts'
import { editRecord } from '../tokens/records.ts'
import { designSystem, tokenSlug } from '../tokens/system.ts'
import { colorUtilities } from '../tokens/variables.ts'
import { takenNames } from '../tokens/writing.ts'

export const renameToken = defineOperation({
  id: 'site.renameToken',
  summary: 'Rename a design token',
  description:
    'Rename a colour or font token, with every var(--…) and utility class of it, in the stylesheets, the other tokens and all pages.',
  icon: 'pencil-line',
  keywords: ['rename variable', 'rename color', 'rename css variable'],
  effect: 'write',
  onDemand: true,
  affects: ['tokens', 'styles', 'page'],
  input: Type.Object({ from: Type.String(), to: Type.String() }, { additionalProperties: false }),
  output: Type.Object({
    from: Type.String(),
    to: Type.String(),
    ref: Type.String(),
    /** How many declarations, attributes and tokens named it. */
    references: Type.Number(),
  }),
  async run(context: SiteContext, { from, to }) {
    const { site } = context
    const system = designSystem(site)
    const old = from.trim().replace(/^--/, '')
    const color = system.colors.find(({ id, slug }) => slug === old || id === old)
    const font = system.fonts.find(({ id, variable }) => variable === old || id === old)
    const name = color?.slug ?? font?.variable
    if (name === undefined) {
      const known = [...system.colors.map(({ slug }) => slug), ...system.fonts.map(({ variable }) => variable)]
      const hint = known.length > 0 ? `There are ${known.slice(0, 40).join(', ')}.` : 'There are none.'
      return fail('unknown_token', `There is no colour or font token "${from.slice(0, 60)}".`, { path: '/from', hint })
    }
    const next = tokenSlug(to)
    if (next === '') {
      const message = `"${to.slice(0, 60)}" holds no letter or digit to make a name of.`
      return fail('invalid_slug', message, { path: '/to', hint: 'Use a name such as "primary".' })
    }
    if (next !== name && takenNames(system).has(next)) {
      const hint = 'Choose another name, or delete that token.'
      return fail('name_taken', `--${next} is another token already.`, { path: '/to', hint })
    }
    if (color) editRecord(site, `color:${color.id}`, { slug: next })
    else if (font) editRecord(site, `fontToken:${font.id}`, { variable: next })
    const rewrite = rewriterOf(name, next, color !== undefined, (color ?? font)?.declared !== undefined)
    const references =
      next === name
        ? 0
        : rewriteCss(context, rewrite) + rewriteTokens(context, rewrite) + (await rewritePages(context, rewrite))
    return ok({ from: name, to: next, ref: `var(--${next})`, references })
  },
})

interface Rewriter {
  css(text: string): string
  className(name: string): string
}

/** A colour's variants go by its name too, and so do the declarations of one that stylesheets declare. */
function rewriterOf(from: string, to: string, isColor: boolean, isDeclared: boolean): Rewriter {
  const variant = isColor ? '(?:-(?:\\d+|[dl]-\\d+))?' : ''
  const used = new RegExp(`(var\\(\\s*--)${from}(?=${variant}\\s*[,)])`, 'gu')
  const prefixes = colorUtilities.map(([prefix]) => prefix).join('|')
  const utility = new RegExp(`^(${prefixes})-${from}(?=${variant}$)`, 'u')
  const own = new RegExp(`^(--)${from}(?=\\s*:)`, 'u')
  return {
    css: (text) => (isDeclared ? text.replace(own, `$1${to}`) : text).replace(used, `$1${to}`),
    className: (name) => (isColor ? name.replace(utility, `$1-${to}`) : name),
  }
}

function rewriteCss({ site }: SiteContext, { css }: Rewriter): number {
  let count = 0
  for (const [rule] of walkRules(readSheets(site))) {
    for (const declaration of rule.declarations.slice()) {
      const text = css(declaration.text)
      if (text === declaration.text) continue
      rewriteDeclaration(site, rule, declaration, text)
      count += 1
    }
  }
  return count
}

function rewriteTokens({ site }: SiteContext, { css }: Rewriter): number {
  let count = 0
  for (const { id, lightValue, darkValue, declared } of designSystem(site).colors) {
    const fields = {
      lightValue: declared === undefined ? css(lightValue) : undefined,
      darkValue: darkValue === undefined ? undefined : css(darkValue),
    }
    if (editRecord(site, `color:${id}`, fields)) count += 1
  }
  return count
}

async function rewritePages({ site, drafts }: SiteContext, { css, className }: Rewriter): Promise<number> {
  let count = 0
  for (const { id } of documents(site)) {
    const page = await drafts.open(id)
    if (!page) continue
    for (const node of [...readTree(page).walk()]) {
      if (node.kind !== 'element') continue
      const style = nodeAttribute(node, 'style')
      if (style !== undefined && css(style) !== style) {
        setAttribute(page, node, 'style', css(style))
        count += 1
      }
      const classes = nodeClasses(node)
      const renamed = classes.map(className)
      if (renamed.every((name, index) => name === classes[index])) continue
      setClasses(page, node, renamed)
      count += 1
    }
  }
  return count
}

import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { everyRule } from '../../css/rules.ts'
import { namesVariable, usersOf } from '../../lint/users.ts'
import { mediaByPath } from '../../media/entries.ts'
import { siteFramework } from '../../tokens/framework.ts'
import { deleteRecord } from '../../tokens/records.ts'
import { type DesignSystem, designSystem } from '../../tokens/system.ts'

const Names = Type.Optional(Type.Array(Type.String(), { maxItems: 200 }))

export const deleteTokens = defineOperation({
  id: 'site.deleteTokens',
  summary: 'Delete design tokens',
  description:
    'Delete colour tokens (slug or id), font tokens (variable or id), font families (id) and the scales ("type", "space"). Says which rules still refer to what is gone.',
  icon: 'trash-2',
  keywords: ['remove color', 'remove font', 'delete palette', 'remove variable'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['tokens'],
  input: Type.Object(
    { colors: Names, fonts: Names, families: Names, scales: Names },
    { additionalProperties: false, minProperties: 1 },
  ),
  output: Type.Object({
    deleted: Type.Array(Type.String()),
    /** Selectors of rules that use a deleted custom property. */
    stillUsedBy: Type.Array(Type.String()),
  }),
  async run(context: SiteContext, { colors = [], fonts = [], families = [], scales = [] }) {
    const { site } = context
    const system = designSystem(site)
    const deleted: string[] = []
    const keys: string[] = []
    const declared = new Set<string>()
    const bare = (name: string) => name.trim().replace(/^--/, '')
    for (const [kind, names, find] of [
      ['colors', colors, findColor],
      ['fonts', fonts, findFont],
      ['families', families, findFamily],
      ['scales', scales, findScale],
    ] as const) {
      for (const [index, name] of names.entries()) {
        const found = find(system, bare(name))
        if (!found) {
          const message = `There is no such token: "${name.slice(0, 60)}".`
          return fail('unknown_token', message, { path: `/${kind}/${index}`, hint: 'list_tokens names all of them.' })
        }
        keys.push(found.key)
        deleted.push(found.name)
        if (found.declared !== undefined) declared.add(found.name)
      }
    }
    for (const family of system.families) {
      if (!keys.includes(`fontFamily:${family.id}`)) continue
      const user = system.fonts.find((font) => font.familyId === family.id && !keys.includes(`fontToken:${font.id}`))
      if (user) {
        const message = `The family ${family.family} is that of the font token --${user.variable}.`
        return fail('in_use', message, { path: '/families', hint: 'Delete that token too, or give it another family.' })
      }
      if (family.source !== 'google') continue
      for (const { path } of family.files) {
        const media = mediaByPath(site, path)
        if (media) site.set(`media:${media.id}/deleted`, true)
      }
    }
    const before = siteFramework(site)
    for (const key of keys) deleteRecord(site, key)
    const after = siteFramework(site)
    // A declaration in a stylesheet is not removed.
    const left = new Set([...after.variables.map(({ name }) => name), ...declared])
    const variables = new Set(before.variables.flatMap(({ name }) => (left.has(name) ? [] : [name])))
    const utilities = new Set([...before.utilities.keys()].filter((name) => !after.utilities.has(name)))
    const users = await usersOf(context, { text: namesVariable(variables), class: (name) => utilities.has(name) })
    const warnings =
      users === ''
        ? []
        : [`What was deleted is still used by ${users}, where it has no effect now. Give these another value.`]
    return ok({ deleted, stillUsedBy: rulesThatName(context, variables) }, { warnings })
  },
})

/** `declared`: a stylesheet declares the value, and keeps its declaration. */
type Finder = (
  system: DesignSystem,
  name: string,
) => { key: string; name: string; declared?: string | undefined } | undefined

const findColor: Finder = ({ colors }, name) => {
  const found = colors.find(({ id, slug }) => slug === name || id === name)
  return found && { key: `color:${found.id}`, name: `--${found.slug}`, declared: found.declared }
}
const findFont: Finder = ({ fonts }, name) => {
  const found = fonts.find(({ id, variable }) => variable === name || id === name)
  return found && { key: `fontToken:${found.id}`, name: `--${found.variable}`, declared: found.declared }
}
const findFamily: Finder = ({ families }, name) => {
  const found = families.find(({ id, family }) => id === name || family === name)
  return found && { key: `fontFamily:${found.id}`, name: found.family }
}
const findScale: Finder = ({ scales }, name) => {
  const kind = name === 'typography' ? 'type' : name === 'spacing' ? 'space' : name
  if (kind !== 'type' && kind !== 'space') return undefined
  const scale = scales[kind]
  return scale && { key: `scale:${kind}`, name: `--${scale.namingConvention.replaceAll('{step}', '')}` }
}

function rulesThatName({ site }: SiteContext, variables: ReadonlySet<string>): string[] {
  const isNamed = namesVariable(variables)
  const users = new Set<string>()
  for (const { selector, declarations } of everyRule(site)) {
    if (users.size >= 30) break
    if (declarations.some(({ value }) => isNamed(value))) users.add(selector)
  }
  return [...users]
}

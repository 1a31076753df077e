import type { Draft, View } from '@atelier/documents'
import { dropDeclaration, findRule, insertDeclaration, rewriteDeclaration } from '../css/edit.ts'
import type { Declaration, Rule } from '../css/rules.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { rootRules, type Token, tokens } from '../tokens/all.ts'
import { anchorOf, defaultSteps, rampValues, type Scheme } from '../tokens/rampSteps.ts'
import { type ColorRamp, colorRamps } from '../tokens/ramps.ts'
import { deleteRecord } from '../tokens/records.ts'
import { lightAndDark } from '../tokens/schemes.ts'
import { designSystem } from '../tokens/system.ts'

/** The step names of a new ramp: those of the site's last ramp. */
export const usualSteps = (site: View): readonly string[] =>
  colorRamps(tokens(site))
    .at(-1)
    ?.steps.map(({ step }) => step) ?? defaultSteps

/** The names of the tokens of a ramp, with their dashes. */
export interface WrittenRamp {
  created: string[]
  updated: string[]
  kept: string[]
}

/**
 * Declares the steps of a colour's ramp behind the colour itself, and those for dark schemes behind its dark values.
 * Steps that stand already are kept, or derived anew with `replace`.
 * @param base a colour that a stylesheet declares
 * @param names of the steps, with their dashes, from light to dark
 */
export function writeRamp(
  site: Draft,
  base: Token,
  names: readonly string[],
  replace: boolean,
  newId: () => string,
): WrittenRamp {
  const standing = new Set(tokens(site).map(({ name }) => name))
  const isKept = (name: string) => !replace && standing.has(name)
  const anchor = anchorOf(base.value, names.length)
  const valuesOf = (value: string, scheme: Scheme) => rampValues(base.name, value, names.length, anchor, scheme)
  /** In the dark, the step of the colour itself follows it. */
  const isWritten = (index: number, scheme: Scheme) => scheme === 'light' || index !== anchor

  const writeInto = (rule: Rule, own: Declaration, scheme: Scheme) => {
    const values = valuesOf(own.value, scheme)
    let last = own
    for (const [index, name] of names.entries()) {
      const known = rule.declarations.findLast((each) => each.name === name)
      const text = `${name}: ${values[index] ?? ''}`
      if (isKept(name)) last = known ?? last
      else if (!isWritten(index, scheme)) known && dropDeclaration(site, rule, known)
      else if (known) {
        rewriteDeclaration(site, rule, known, text)
        last = known
      } else last = insertDeclaration(site, rule, text, last, newId())
    }
  }

  let hasDark = lightAndDark(base.value) !== undefined
  for (const [{ id }, scheme] of [...rootRules(site)]) {
    const rule = findRule(site, id)
    const own = rule?.declarations.findLast(({ name }) => name === base.name)
    if (rule && own && (scheme === 'dark' || id === base.declared?.ruleId)) {
      writeInto(rule, own, scheme)
      hasDark ||= scheme === 'dark'
    } else if (rule && replace && scheme === 'dark') dropNamed(site, rule, names)
  }
  if (base.dark !== undefined && !hasDark) {
    // The design system keeps the dark value, so that no rule of the site has a place for the steps.
    const values = valuesOf(base.dark, 'dark')
    const lines = names.flatMap((name, index) =>
      isKept(name) || !isWritten(index, 'dark') ? [] : `${name}: ${values[index] ?? ''}`,
    )
    const css = `@media (prefers-color-scheme: dark) {\n  :root {\n    ${lines.join(';\n    ')};\n  }\n}`
    if (lines.length > 0) upsertCss(site, css, newId)
  }
  const written = names.filter((name) => !isKept(name))
  return {
    created: written.filter((name) => !standing.has(name)),
    updated: written.filter((name) => standing.has(name)),
    kept: names.filter(isKept),
  }
}

/** Takes the steps of a ramp out of every rule of the root, and out of the design system where an import listed them. */
export function removeRamp(site: Draft, { steps }: ColorRamp): void {
  const names = steps.map(({ token }) => token.name)
  for (const [{ id }] of [...rootRules(site)]) {
    const rule = findRule(site, id)
    if (rule) dropNamed(site, rule, names)
  }
  for (const { id, slug } of designSystem(site).colors)
    if (names.includes(`--${slug}`)) deleteRecord(site, `color:${id}`)
}

function dropNamed(site: Draft, rule: Rule, names: readonly string[]): void {
  for (const declaration of rule.declarations.filter(({ name }) => names.includes(name)))
    dropDeclaration(site, rule, declaration)
}

import {
  authoredTokens,
  type CssGrammar,
  customPropertyNames,
  designSystem,
  frameworkOf,
  loadGrammar,
  propertyNames,
  propertyVocabulary,
  resolveVariables,
  rootFontSize,
} from '@atelier/site'
import { useCallback, useMemo, useState } from 'react'
import { useSite } from '../../session/context.ts'
import { fittingTokens, tokenKindOf } from './choices.ts'
import { isColor } from './isColor.ts'
import type { ValueSource } from './suggest.ts'

/** The vocabulary of the fields' completions. */
export interface Vocabulary {
  /** The names of all properties; empty until the grammar is loaded. */
  names: readonly string[]
  /** The possible values of a property: tokens and custom properties of the site, and the words of the property. */
  of(property: string): ValueSource
  /** Loads the grammar, once; fields call it when they get the focus. */
  load(): void
}

/**
 * The words of CSS, which are loaded when a field asks for them, and the site's own tokens and custom properties.
 * @param version the site's, as the caller shows it
 */
export function useVocabulary(version: number): Vocabulary {
  const site = useSite()
  const [grammar, setGrammar] = useState<CssGrammar>()
  const load = useCallback(() => {
    // If it cannot be loaded, only the tokens are offered, and the next focus tries again.
    loadGrammar().then(setGrammar, () => undefined)
  }, [])
  return useMemo(() => {
    const view = version >= 0 ? site?.local.view : undefined
    const sources = new Map<string, ValueSource>()
    return {
      names: grammar ? propertyNames(grammar) : [],
      of(property) {
        const known = sources.get(property)
        if (known) return known
        const vocabulary = grammar ? propertyVocabulary(grammar, property) : { words: [], kinds: new Set<string>() }
        const source = { ...vocabulary, tokens: view ? tokensFor(view, property) : [] }
        sources.set(property, source)
        return source
      },
      load,
    }
  }, [site, version, grammar, load])
}

/** The tokens of the property's kind, then every other custom property of the site. */
function tokensFor(view: Parameters<typeof fittingTokens>[0], property: string): ValueSource['tokens'] {
  const kind = tokenKindOf(property)
  const fitting = fittingTokens(view, property)
  const known = new Set(fitting.map(({ name }) => name))
  const values = new Map(authoredTokens(view).map(({ name, value }) => [name, value]))
  for (const { name, value } of frameworkOf(designSystem(view), rootFontSize(view)).variables) values.set(name, value)
  const others = [...new Set([...values.keys(), ...customPropertyNames(view)])].filter((name) => !known.has(name))
  return [
    ...fitting.map((token) => {
      const value = resolveVariables(token.value, (variable) => values.get(variable))
      return { name: token.name, value, isColor: kind === 'color' && isColor(value), isFont: kind === 'font' }
    }),
    ...others.map((name) => ({ name, value: values.get(name) ?? '', isColor: isColor(values.get(name) ?? '') })),
  ]
}

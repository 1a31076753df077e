import data from './cssNames.json' with { type: 'json' }

// The names in CSS other than properties: units, functions, at-rules and pseudo-classes. All in lower case.

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

export const units = set(data.units)

/** Functions that do arithmetic, which require white space around + and -. */
export const mathFunctions = set(data.mathFunctions)

/** Functions whose values are known only when a page is shown, or that are newer than the property grammar. */
export const openFunctions = set(data.openFunctions)

/** Further functions that values may hold. */
const otherFunctions = set(data.otherFunctions)

export const isFunction = (name: string): boolean =>
  mathFunctions.has(name) || openFunctions.has(name) || otherFunctions.has(name)

/** Functions of other languages, and the CSS to write instead. */
export const foreignFunctions: Readonly<Record<string, string>> = data.foreignFunctions

export const atRules = set(data.atRules)

/** At-rules of other languages, and the CSS to write instead. */
export const foreignAtRules: Readonly<Record<string, string>> = data.foreignAtRules

export const pseudoClasses = set(data.pseudoClasses)

export const pseudoElements = set(data.pseudoElements)

/** Features of media queries; those of `ranges` also with `min-` and `max-` in front. */
export const mediaRanges = set(data.mediaRanges)
export const mediaFeatures: Readonly<Record<string, string>> = data.mediaFeatures
export const mediaTypes = set(data.mediaTypes)

/** Properties that browsers or published drafts have but the grammar lacks. */
export const furtherProperties = set(data.furtherProperties)

/** Property names that do not exist, with the property that is probably meant. */
export const inventedProperties: Readonly<Record<string, string>> = data.inventedProperties

/** Value keywords that browsers accept but the property grammar lacks. */
export const newerWords = set(data.newerWords)

/** The same for keywords that only one property accepts. */
export const newerWordsOf: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(data.newerWordsOf).map(([property, words]) => [property, set(words)]),
)

/** The names in braces of a text: `There is no {what}.` has `what`. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

type Parameters<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Text>, string | number>>]

/**
 * A dictionary as a function of its keys. A key that is not there, and a value that is missing, do not compile.
 * @returns the text with its values; a value is not looked at again, whatever it holds
 */
export function createStrings<const Texts extends Readonly<Record<string, string>>>(texts: Texts) {
  return <Key extends keyof Texts & string>(key: Key, ...[values]: Parameters<Texts[Key]>): string => {
    const given: Readonly<Record<string, string | number>> = values ?? {}
    return (texts[key] ?? key).replace(/\{([a-z][a-zA-Z]{0,30})\}/g, (whole, name: string) =>
      Object.hasOwn(given, name) ? String(given[name]) : whole,
    )
  }
}

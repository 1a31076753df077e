const nameSet = (names: string) => new Set(names.split(/\s+/))

/** The longhands that elements inherit, by the property definitions of CSS. */
const inherited = nameSet(
  `accent-color border-collapse border-spacing caption-side caret-animation caret-color caret-shape clip-rule color
  color-interpolation color-interpolation-filters color-rendering color-scheme cursor direction dominant-baseline
  dynamic-range-limit empty-cells fill fill-opacity fill-rule font-family font-feature-settings font-kerning
  font-language-override font-optical-sizing font-palette font-size font-size-adjust font-stretch font-style
  font-synthesis-position font-synthesis-small-caps font-synthesis-style font-synthesis-weight font-variant-alternates
  font-variant-caps font-variant-east-asian font-variant-emoji font-variant-ligatures font-variant-numeric
  font-variant-position font-variation-settings font-weight forced-color-adjust hanging-punctuation
  hyphenate-character hyphenate-limit-chars hyphens image-orientation image-rendering interpolate-size interactivity
  letter-spacing line-break line-height list-style-image list-style-position list-style-type marker-end marker-mid
  marker-start math-depth math-shift math-style orphans overflow-wrap paint-order pointer-events print-color-adjust
  quotes ruby-align ruby-overhang ruby-position scrollbar-color shape-rendering speak stroke stroke-color
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  tab-size text-align text-align-last text-anchor text-autospace text-combine-upright text-decoration-skip-ink
  text-emphasis-color text-emphasis-position text-emphasis-style text-indent text-justify text-orientation
  text-rendering text-shadow text-size-adjust text-spacing-trim text-transform text-underline-offset
  text-underline-position text-wrap-mode text-wrap-style visibility white-space-collapse widows word-break word-spacing
  writing-mode -webkit-font-smoothing -webkit-tap-highlight-color -webkit-text-fill-color -webkit-text-stroke-color
  -webkit-text-stroke-width -webkit-text-security`,
)

const CONTROL = `color font-family font-size font-style font-weight font-stretch font-variant-caps letter-spacing
  line-height text-align text-indent text-shadow text-transform word-spacing cursor`
const HEADING = 'font-size font-weight'

/** Inherited longhands that browsers set for an element themselves (HTML, 15.3), so that it does not inherit them. */
const ofTag: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: 'color cursor',
    address: 'font-style',
    b: 'font-weight',
    big: 'font-size',
    button: CONTROL,
    caption: 'text-align',
    center: 'text-align',
    cite: 'font-style',
    code: 'font-family font-size',
    dfn: 'font-style',
    dialog: 'color',
    em: 'font-style',
    h1: HEADING,
    h2: HEADING,
    h3: HEADING,
    h4: 'font-weight',
    h5: HEADING,
    h6: HEADING,
    hr: 'color',
    i: 'font-style',
    input: CONTROL,
    kbd: 'font-family font-size',
    label: 'cursor',
    mark: 'color',
    meter: '-webkit-user-modify',
    ol: 'list-style-type',
    optgroup: 'font-weight',
    pre: 'font-family font-size white-space-collapse text-wrap-mode',
    rt: 'font-size',
    samp: 'font-family font-size',
    select: CONTROL,
    small: 'font-size',
    strong: 'font-weight',
    sub: 'font-size',
    summary: 'list-style-type list-style-position',
    sup: 'font-size',
    table: 'border-spacing border-collapse text-indent',
    textarea: `${CONTROL} white-space-collapse text-wrap-mode overflow-wrap`,
    th: 'font-weight text-align',
    tt: 'font-family font-size',
    ul: 'list-style-type',
    var: 'font-style',
  }).map(([tag, names]) => [tag, nameSet(names)]),
)

/** Whether an element takes a longhand from its parent when nothing declares it there. */
export function takesFromParent(tag: string, longhand: string, hasLink: boolean): boolean {
  if (longhand.startsWith('--')) return true
  if (!inherited.has(longhand)) return false
  return !(tag === 'a' && !hasLink) ? !ofTag.get(tag)?.has(longhand) : true
}

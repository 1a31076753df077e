/** The writing mode of an element, which decides the sides that logical properties set. */
export interface Flow {
  /** A value of `writing-mode`. */
  writingMode: string
  /** A value of `direction`. */
  direction: string
}

export const HORIZONTAL: Flow = { writingMode: 'horizontal-tb', direction: 'ltr' }

const splitNames = (names: string) => names.split(' ')
const sideNames = (before: string, after = '') =>
  splitNames('top right bottom left').map((side) => `${before}${side}${after}`)
const logicalSides = (before: string, axis: string, after = '') =>
  splitNames('start end').map((end) => `${before}${axis}-${end}${after}`)
const threePart = (before: string) => splitNames('width style color').map((part) => `${before}-${part}`)
const corners = (before: string, names: string, after: string) =>
  splitNames(names).map((name) => `${before}-${name}-${after}`)

/** The shorthands that are made alike for a block and an inline axis. */
function axisShorthands(axis: string): [string, readonly string[]][] {
  return [
    ...splitNames('margin padding scroll-margin scroll-padding inset').map((name): [string, string[]] => [
      `${name}-${axis}`,
      logicalSides(`${name}-`, axis),
    ]),
    ...splitNames('width style color').map((part): [string, string[]] => [
      `border-${axis}-${part}`,
      logicalSides('border-', axis, `-${part}`),
    ]),
    [`border-${axis}`, splitNames('start end').flatMap((end) => threePart(`border-${axis}-${end}`))],
    [`border-${axis}-start`, threePart(`border-${axis}-start`)],
    [`border-${axis}-end`, threePart(`border-${axis}-end`)],
  ]
}

const BORDER_IMAGE = splitNames(
  'border-image-source border-image-slice border-image-width border-image-outset border-image-repeat',
)
const FONT_VARIANT = splitNames('ligatures caps alternates numeric east-asian position emoji').map(
  (part) => `font-variant-${part}`,
)
const insets = (gap: string, parts: string) => splitNames(parts).map((part) => `${gap}-rule-inset-${part}`)
const RULE_INSETS = 'cap-start cap-end junction-start junction-end'

/** The gap decorations of one direction: `column-rule-inset` and the like. */
function ruleInsets(gap: string): [string, readonly string[]][] {
  return [
    [`${gap}-rule-inset`, insets(gap, RULE_INSETS)],
    [`${gap}-rule-inset-cap`, insets(gap, 'cap-start cap-end')],
    [`${gap}-rule-inset-junction`, insets(gap, 'junction-start junction-end')],
    [`${gap}-rule-inset-start`, insets(gap, 'cap-start junction-start')],
    [`${gap}-rule-inset-end`, insets(gap, 'cap-end junction-end')],
  ]
}

const both = (names: readonly string[]) => names.flatMap((name) => [name, name.replace('column-rule', 'row-rule')])

/** Every shorthand of CSS with the longhands that it sets or resets, as the modules of CSS and Chromium have them. */
const shorthands: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  [
    'animation',
    splitNames(
      'duration timing-function delay iteration-count direction fill-mode play-state name timeline range-start range-end',
    ).map((part) => `animation-${part}`),
  ],
  ['animation-range', splitNames('animation-range-start animation-range-end')],
  [
    'background',
    splitNames('image position-x position-y size repeat attachment origin clip color').map(
      (part) => `background-${part}`,
    ),
  ],
  ['background-position', splitNames('background-position-x background-position-y')],
  ['border', [...sideNames('border-').flatMap(threePart), ...BORDER_IMAGE]],
  ['border-color', sideNames('border-', '-color')],
  ['border-style', sideNames('border-', '-style')],
  ['border-width', sideNames('border-', '-width')],
  ...sideNames('border-').map((side): [string, string[]] => [side, threePart(side)]),
  ['border-image', BORDER_IMAGE],
  ['border-radius', corners('border', 'top-left top-right bottom-right bottom-left', 'radius')],
  ...axisShorthands('block'),
  ...axisShorthands('inline'),
  ['caret', splitNames('caret-color caret-animation caret-shape')],
  ['column-rule', threePart('column-rule')],
  ...ruleInsets('column'),
  ...ruleInsets('row'),
  ['row-rule', threePart('row-rule')],
  ['rule', both(threePart('column-rule'))],
  ['rule-color', both(['column-rule-color'])],
  ['rule-style', both(['column-rule-style'])],
  ['rule-width', both(['column-rule-width'])],
  ['rule-break', both(['column-rule-break'])],
  ['rule-visibility-items', both(['column-rule-visibility-items'])],
  ['rule-inset', both(insets('column', RULE_INSETS))],
  ['rule-inset-cap', both(insets('column', 'cap-start cap-end'))],
  ['rule-inset-junction', both(insets('column', 'junction-start junction-end'))],
  ['rule-inset-start', both(insets('column', 'cap-start junction-start'))],
  ['rule-inset-end', both(insets('column', 'cap-end junction-end'))],
  ['columns', splitNames('column-width column-count column-height column-wrap')],
  ['contain-intrinsic-size', splitNames('contain-intrinsic-width contain-intrinsic-height')],
  ['container', splitNames('container-name container-type')],
  ['corner-shape', corners('corner', 'top-left top-right bottom-right bottom-left', 'shape')],
  ['corner-top-shape', corners('corner', 'top-left top-right', 'shape')],
  ['corner-right-shape', corners('corner', 'top-right bottom-right', 'shape')],
  ['corner-bottom-shape', corners('corner', 'bottom-left bottom-right', 'shape')],
  ['corner-left-shape', corners('corner', 'top-left bottom-left', 'shape')],
  ['corner-block-start-shape', corners('corner', 'start-start start-end', 'shape')],
  ['corner-block-end-shape', corners('corner', 'end-start end-end', 'shape')],
  ['corner-inline-start-shape', corners('corner', 'start-start end-start', 'shape')],
  ['corner-inline-end-shape', corners('corner', 'start-end end-end', 'shape')],
  ['flex', splitNames('flex-grow flex-shrink flex-basis')],
  ['flex-flow', splitNames('flex-direction flex-wrap')],
  [
    'font',
    [
      ...splitNames('font-style font-weight font-stretch font-size line-height font-family font-optical-sizing'),
      ...splitNames(
        'font-size-adjust font-kerning font-feature-settings font-variation-settings font-language-override',
      ),
      ...FONT_VARIANT,
    ],
  ],
  ['font-synthesis', splitNames('weight style small-caps position').map((part) => `font-synthesis-${part}`)],
  ['font-variant', FONT_VARIANT],
  ['gap', splitNames('row-gap column-gap')],
  [
    'grid',
    splitNames('template-rows template-columns template-areas auto-flow auto-rows auto-columns').map(
      (part) => `grid-${part}`,
    ),
  ],
  ['grid-area', splitNames('grid-row-start grid-column-start grid-row-end grid-column-end')],
  ['grid-column', splitNames('grid-column-start grid-column-end')],
  ['grid-row', splitNames('grid-row-start grid-row-end')],
  ['grid-template', splitNames('grid-template-rows grid-template-columns grid-template-areas')],
  ['inset', sideNames('')],
  ['interest-delay', splitNames('interest-delay-start interest-delay-end')],
  ['list-style', splitNames('list-style-position list-style-image list-style-type')],
  ['margin', sideNames('margin-')],
  ['marker', splitNames('marker-start marker-mid marker-end')],
  [
    'mask',
    splitNames('image position-x position-y size repeat origin clip composite mode').map((part) => `mask-${part}`),
  ],
  ['mask-border', splitNames('source slice width outset repeat mode').map((part) => `mask-border-${part}`)],
  ['mask-position', splitNames('mask-position-x mask-position-y')],
  ['offset', splitNames('offset-position offset-path offset-distance offset-rotate offset-anchor')],
  ['outline', threePart('outline')],
  ['overflow', splitNames('overflow-x overflow-y')],
  ['overscroll-behavior', splitNames('overscroll-behavior-x overscroll-behavior-y')],
  ['padding', sideNames('padding-')],
  ['place-content', splitNames('align-content justify-content')],
  ['place-items', splitNames('align-items justify-items')],
  ['place-self', splitNames('align-self justify-self')],
  ['position-try', splitNames('position-try-order position-try-fallbacks')],
  ['scroll-margin', sideNames('scroll-margin-')],
  ['scroll-padding', sideNames('scroll-padding-')],
  ['scroll-timeline', splitNames('scroll-timeline-name scroll-timeline-axis')],
  ['text-box', splitNames('text-box-trim text-box-edge')],
  ['text-decoration', splitNames('line thickness style color').map((part) => `text-decoration-${part}`)],
  ['text-emphasis', splitNames('text-emphasis-style text-emphasis-color')],
  ['text-wrap', splitNames('text-wrap-mode text-wrap-style')],
  [
    'timeline-trigger',
    [
      ...splitNames('timeline-trigger-name timeline-trigger-source'),
      ...splitNames('activation active').flatMap((range) => logicalSides('timeline-trigger-', `${range}-range`)),
    ],
  ],
  ['timeline-trigger-activation-range', logicalSides('timeline-trigger-', 'activation-range')],
  ['timeline-trigger-active-range', logicalSides('timeline-trigger-', 'active-range')],
  ['transition', splitNames('property duration timing-function delay behavior').map((part) => `transition-${part}`)],
  ['view-timeline', splitNames('view-timeline-name view-timeline-axis view-timeline-inset')],
  ['white-space', splitNames('white-space-collapse text-wrap-mode')],
  [
    '-webkit-mask-box-image',
    splitNames('source slice width outset repeat').map((part) => `-webkit-mask-box-image-${part}`),
  ],
  ['-webkit-text-stroke', splitNames('-webkit-text-stroke-width -webkit-text-stroke-color')],
])

/** Old names whose new ones do not follow from leaving the prefix out. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['font-width', 'font-stretch'],
  ['grid-column-gap', 'column-gap'],
  ['grid-gap', 'gap'],
  ['grid-row-gap', 'row-gap'],
  ['page-break-after', 'break-after'],
  ['page-break-before', 'break-before'],
  ['page-break-inside', 'break-inside'],
  ['word-wrap', 'overflow-wrap'],
  ['-webkit-column-break-after', 'break-after'],
  ['-webkit-column-break-before', 'break-before'],
  ['-webkit-column-break-inside', 'break-inside'],
  ['-webkit-logical-height', 'block-size'],
  ['-webkit-logical-width', 'inline-size'],
  ['-webkit-max-logical-height', 'max-block-size'],
  ['-webkit-max-logical-width', 'max-inline-size'],
  ['-webkit-min-logical-height', 'min-block-size'],
  ['-webkit-min-logical-width', 'min-inline-size'],
])

/** Prefixed properties that are properties of their own. */
const unlike: ReadonlySet<string> = new Set(
  splitNames(
    'border-image box-align box-decoration-break box-direction box-flex box-ordinal-group box-orient box-pack box-reflect font-smoothing line-clamp locale mask-box-image mask-box-image-outset mask-box-image-repeat mask-box-image-slice mask-box-image-source mask-box-image-width rtl-ordering tap-highlight-color text-combine text-fill-color text-security text-stroke text-stroke-color text-stroke-width touch-callout overflow-scrolling user-drag user-modify border-horizontal-spacing border-vertical-spacing',
  ),
)

/** Chromium's old names of the sides that are now `block-start` and its like. */
const oldSides: ReadonlyMap<string, string> = new Map([
  ['before', 'block-start'],
  ['after', 'block-end'],
  ['start', 'inline-start'],
  ['end', 'inline-end'],
])

/** The name under which a property is known today: `grid-gap` is `gap`, `-webkit-margin-end` is `margin-inline-end`. */
export function modernName(property: string): string {
  const known = renamed.get(property)
  if (known !== undefined) return known
  const bare = /^-(?:webkit|moz|ms|o)-(.+)$/.exec(property)?.[1]
  if (bare === undefined || unlike.has(bare)) return property
  const old = /^(margin|padding|border)-(before|after|start|end)(-(?:width|style|color))?$/.exec(bare)
  return old ? `${old[1]}-${oldSides.get(old[2] ?? '')}${old[3] ?? ''}` : bare
}

/** The longhands of shorthands that were asked for, by name and flow. */
const known = new Map<string, readonly string[]>()

/**
 * The longhands that a property sets, by the names of the sides that they are in this flow: `margin-inline` sets
 * `margin-left` and `margin-right` in a horizontal one. A longhand, a custom property and an unknown one set
 * themselves; `all` is returned as it is, and sets every property but custom ones, `direction` and `unicode-bidi`.
 */
export function longhandsOf(property: string, flow: Flow = HORIZONTAL): readonly string[] {
  if (property.startsWith('--')) return [property]
  const start = startSides(flow)
  const name = modernName(property)
  const set = shorthands.get(name)
  if (!set) return [physicalName(name, start)]
  const key = `${name} ${start.block} ${start.inline}`
  const names = known.get(key) ?? set.map((each) => physicalName(each, start))
  known.set(key, names)
  return names
}

export const isShorthand = (property: string) => property === 'all' || shorthands.has(modernName(property))

/** Whether `all` sets a longhand (CSS Cascade 5, 3.2). */
export const isOfAll = (longhand: string) =>
  !longhand.startsWith('--') && longhand !== 'direction' && longhand !== 'unicode-bidi'

interface StartSides {
  block: string
  inline: string
}

/** CSS Writing Modes 4, 6.4: the side at which a block and a line start. */
function startSides({ writingMode, direction }: Flow): StartSides {
  const isRtl = direction === 'rtl'
  if (!/^(?:vertical|sideways|tb)/.test(writingMode)) return { block: 'top', inline: isRtl ? 'right' : 'left' }
  const block = writingMode.endsWith('lr') ? 'left' : 'right'
  const upwards = writingMode === 'sideways-lr' ? !isRtl : isRtl
  return { block, inline: upwards ? 'bottom' : 'top' }
}

const opposite: Readonly<Record<string, string>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

/** The physical longhand of a logical one; every other name as it is. */
function physicalName(name: string, start: StartSides): string {
  if (!/(?:block|inline|start|end)/.test(name)) return name
  const side = (axis: string, end: string) => {
    const first = axis === 'block' ? start.block : start.inline
    return end === 'start' ? first : (opposite[first] ?? first)
  }
  const edge = /^(margin|padding|scroll-margin|scroll-padding|inset|border)-(block|inline)-(start|end)(-\w+)?$/.exec(
    name,
  )
  if (edge) {
    const [, box = '', axis = '', end = '', part = ''] = edge
    return box === 'inset' ? side(axis, end) : `${box}-${side(axis, end)}${part}`
  }
  const corner = /^(border|corner)-(start|end)-(start|end)-(radius|shape)$/.exec(name)
  if (corner) {
    const [, box = '', block = '', inline = '', part = ''] = corner
    const [one, other] = [side('block', block), side('inline', inline)]
    const isVertical = one === 'top' || one === 'bottom'
    return `${box}-${isVertical ? `${one}-${other}` : `${other}-${one}`}-${part}`
  }
  const size = /^(min-|max-|contain-intrinsic-)?(block|inline)-size$/.exec(name)
  const along = /^(overflow|overscroll-behavior)-(block|inline)$/.exec(name)
  const axis = size?.[2] ?? along?.[2]
  if (axis === undefined) return name
  const isVertical = (axis === 'block') === (start.block === 'top')
  if (size) return `${size[1] ?? ''}${isVertical ? 'height' : 'width'}`
  return `${along?.[1]}-${isVertical ? 'y' : 'x'}`
}

/** The names in CSS other than properties: units, functions, at-rules and pseudo-classes. All in lower case. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

export const units = set(
  `px cm mm in pt pc q em rem ex rex ch rch cap rcap ic ric lh rlh
  vw vh vi vb vmin vmax svw svh svi svb svmin svmax lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb dvmin dvmax
  cqw cqh cqi cqb cqmin cqmax deg grad rad turn s ms hz khz dpi dpcm dppx x fr st db`,
)

/** Functions that do arithmetic, which require white space around + and -. */
export const mathFunctions = set(
  'calc min max clamp round mod rem sin cos tan asin acos atan atan2 pow sqrt hypot log exp abs sign calc-size progress',
)

/** Functions whose values are known only when a page is shown, or that are newer than the property grammar. */
export const openFunctions = set(
  `var env attr if inherit first-valid toggle ident random random-item sibling-index sibling-count progress calc-size
  calc-mix calc-interpolate color-mix contrast-color light-dark color alpha shape xywh rect ray path anchor anchor-size
  image-set image cross-fade element src type param control-value interpolate color-interpolate transform-mix
  transform-interpolate palette-mix dynamic-range-limit-mix superellipse stripes symbols snap-block snap-inline leader
  target-counter target-counters target-text content string running linear steps scroll view paint conic-gradient
  repeating-conic-gradient linear-gradient radial-gradient repeating-linear-gradient repeating-radial-gradient
  url device-cmyk hdr-color ictcp jzazbz jzczhz wcag2 pointer opacity circle ellipse polygon inset local format tech
  counter counters`,
)

/** Further functions that values may hold. */
const otherFunctions = set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch minmax repeat fit-content cubic-bezier blur brightness contrast drop-shadow
  grayscale hue-rotate invert saturate sepia filter matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez
  scale scale3d scalex scaley scalez skew skewx skewy translate translate3d translatex translatey translatez
  annotation character-variant historical-forms ornaments styleset stylistic swash supports media layer selector
  font-format font-tech style cycle fade frames nth cross-origin integrity referrer-policy supports-condition
  color-layers expression alpha rect`,
)

export const isFunction = (name: string): boolean =>
  mathFunctions.has(name) || openFunctions.has(name) || otherFunctions.has(name)

/** Functions of other languages, and the CSS to write instead. */
export const foreignFunctions: Readonly<Record<string, string>> = {
  darken: 'color-mix(in oklab, <color>, black 20%)',
  lighten: 'color-mix(in oklab, <color>, white 20%)',
  fade: 'color-mix(in srgb, <color> 50%, transparent)',
  transparentize: 'color-mix(in srgb, <color> 50%, transparent)',
  opacify: 'a colour with an alpha such as rgb(0 0 0 / 50%)',
  mix: 'color-mix(in srgb, <color>, <color>)',
  tint: 'color-mix(in oklab, <color>, white 20%)',
  shade: 'color-mix(in oklab, <color>, black 20%)',
  theme: 'var(--name)',
  token: 'var(--name)',
  spacing: 'var(--name)',
  '--spacing': 'var(--name)',
  'map-get': 'var(--name)',
  'map.get': 'var(--name)',
  percentage: 'the percentage itself',
  unit: 'the value with its unit',
  unquote: 'the text itself',
  screen: 'a media query with its width',
}

export const atRules = set(
  `charset import namespace media supports layer container scope starting-style document -moz-document keyframes
  font-face property counter-style font-palette-values position-try view-transition page font-feature-values function
  color-profile annotation character-variant historical-forms ornaments styleset stylistic swash top-left-corner top-left
  top-center top-right top-right-corner bottom-left-corner bottom-left bottom-center bottom-right bottom-right-corner
  left-top left-middle left-bottom right-top right-middle right-bottom viewport`,
)

/** At-rules of other languages, and the CSS to write instead. */
export const foreignAtRules: Readonly<Record<string, string>> = {
  apply: 'Write out the declarations that those classes stand for.',
  tailwind: 'Write the rules themselves; no Tailwind runs here.',
  theme: 'Declare the custom properties on :root.',
  utility: 'Write a class: .name { … }.',
  variant: 'Write the selector or media query itself.',
  'custom-variant': 'Write the selector or media query itself.',
  source: 'Write the rules themselves; no Tailwind runs here.',
  plugin: 'Write the rules themselves; no plugin runs here.',
  config: 'Write the rules themselves; no Tailwind runs here.',
  reference: 'Leave it out.',
  screen: 'Write @media (width >= 640px) or another width.',
  responsive: 'Write the media queries themselves.',
  include: 'Write out the declarations of that mixin.',
  mixin: 'Write the declarations where they are wanted, or as a class.',
  extend: 'Write the declarations out, or give the elements both classes.',
  use: 'Write the rules themselves; Sass does not run here.',
  forward: 'Write the rules themselves; Sass does not run here.',
  function: 'Write the value itself, or calc().',
  return: 'Write the value itself, or calc().',
  if: 'Use @media, @supports or @container, or write the rules that are meant.',
  else: 'Use @media, @supports or @container, or write the rules that are meant.',
  when: 'Use @media or @supports.',
  each: 'Write every rule out.',
  for: 'Write every rule out.',
  while: 'Write every rule out.',
  debug: 'Leave it out.',
  warn: 'Leave it out.',
  error: 'Leave it out.',
  'at-root': 'Write the rule outside of the other one.',
  nest: 'Nest with & alone: & .child { … }.',
  'custom-media': 'Write the condition into each @media.',
  'custom-selector': 'Write the selector into each rule, or use :is().',
  breakpoint: 'Write @media (width >= 640px) or another width.',
}

export const pseudoClasses = set(
  `active active-view-transition active-view-transition-type after animated-image any-link autofill before blank buffering
  checked current default defined dir disabled empty enabled first first-child first-letter first-line first-of-page
  first-of-type focus focus-visible focus-within fullscreen future has has-slotted heading high-value host host-context
  hover in-range indeterminate interest-source interest-target invalid is lang last-child last-of-page last-of-type left
  link link-to local-link low-value matches modal muted navigation-source not nth nth-child nth-col nth-last-child
  nth-last-col nth-last-of-type nth-of-page nth-of-type only-child only-of-type open optimal-value optional out-of-range
  past paused picture-in-picture placeholder-shown playing popover-open read-only read-write required right root scope
  seeking snapped snapped-block snapped-inline snapped-x snapped-y stalled start-of-page state target target-after
  target-before target-current unchecked user-invalid user-valid valid visited volume-locked where xr-overlay`,
)

export const pseudoElements = set(
  `after backdrop before checkmark clear-icon color-swatch column cue cue-region details-content field-component
  field-content field-separator file-selector-button first-letter first-line grammar-error highlight marker nth-fragment
  part picker picker-icon placeholder reveal-icon scroll-button scroll-marker scroll-marker-group search-text selection
  slider-fill slider-thumb slider-track slotted spelling-error step-control step-down step-up target-text view-transition
  view-transition-group view-transition-group-children view-transition-image-pair view-transition-new
  view-transition-old interest-button overscroll-area-parent overscroll-client-area`,
)

/** Features of media queries; those of `ranges` also with `min-` and `max-` in front. */
export const mediaRanges = set(
  `width height aspect-ratio resolution color color-index monochrome device-width device-height device-aspect-ratio
  horizontal-viewport-segments vertical-viewport-segments device-pixel-ratio inline-size block-size`,
)
export const mediaFeatures: Readonly<Record<string, string>> = {
  'any-hover': 'none hover',
  'any-pointer': 'none coarse fine',
  'color-gamut': 'srgb p3 rec2020',
  'display-mode':
    'fullscreen standalone minimal-ui browser picture-in-picture window-controls-overlay borderless tabbed unframed',
  'display-state': '',
  'device-posture': 'continuous folded',
  'dynamic-range': 'standard high',
  'environment-blending': 'opaque additive subtractive',
  'forced-colors': 'none active',
  grid: '',
  hover: 'none hover',
  'inverted-colors': 'none inverted',
  'nav-controls': '',
  orientation: 'portrait landscape',
  'overflow-block': 'none scroll paged optional-paged',
  'overflow-inline': 'none scroll',
  pointer: 'none coarse fine',
  'prefers-color-scheme': 'light dark',
  'prefers-contrast': 'no-preference less more custom',
  'prefers-reduced-data': 'no-preference reduce',
  'prefers-reduced-motion': 'no-preference reduce',
  'prefers-reduced-transparency': 'no-preference reduce',
  resizable: '',
  scan: 'interlace progressive',
  scripting: 'none initial-only enabled',
  shape: '',
  'transform-3d': '',
  'ua-color-scheme': '',
  update: 'none slow fast',
  'video-color-gamut': 'srgb p3 rec2020',
  'video-dynamic-range': 'standard high',
  viewport: '',
}
export const mediaTypes = set('all screen print speech aural braille embossed handheld projection tty tv')

/** Properties that browsers or published drafts have but the grammar lacks. */
export const furtherProperties = set(
  `app-region border-shape buffered-rendering color-interpolation color-rendering column-rule-break flow-tolerance
  frame-sizing row-rule row-rule-break row-rule-color row-rule-style row-rule-width rule rule-break rule-color rule-style
  rule-width rule-overlap text-fit timeline-trigger-activation-range timeline-trigger-active-range view-transition-group
  view-transition-scope window-drag column-rule-inset row-rule-inset rule-inset page-margin-safety page-orientation size
  animation-range-center background-repeat-x background-repeat-y block-ellipsis block-step bookmark-label
  bookmark-level bookmark-state border-bottom-radius border-left-radius border-right-radius border-top-radius
  border-block-start-radius border-block-end-radius border-inline-start-radius border-inline-end-radius border-clip
  box-shadow-blur box-shadow-color box-shadow-offset box-shadow-spread color-adjust continue corner event-trigger
  event-trigger-name event-trigger-source float-defer float-offset float-reference flow-from flow-into footnote-display
  footnote-policy hyphenate-limit-last hyphenate-limit-lines hyphenate-limit-zone image-animation initial-letter-wrap
  inline-sizing input-security line-fit-edge line-grid line-padding line-snap link-parameters margin-break marker-side
  nav-down nav-left nav-right nav-up region-fragment shape-inside shape-padding slider-orientation
  spatial-navigation-action spatial-navigation-contain spatial-navigation-function string-set stroke-align
  stroke-alignment stroke-position stroke-image stroke-origin stroke-size stroke-break text-align-all
  text-decoration-skip-spaces text-group-align text-spacing word-space-transform wrap-after wrap-before wrap-flow
  wrap-inside wrap-through path-length mso-line-height-rule`,
)

/** Property names that do not exist, with the property that is probably meant. */
export const inventedProperties: Readonly<Record<string, string>> = {
  bg: 'background',
  'bg-color': 'background-color',
  'background-colour': 'background-color',
  'font-color': 'color',
  'font-colour': 'color',
  'text-color': 'color',
  'text-colour': 'color',
  colour: 'color',
  'text-size': 'font-size',
  'text-weight': 'font-weight',
  'font-bold': 'font-weight',
  bold: 'font-weight',
  radius: 'border-radius',
  rounded: 'border-radius',
  'corner-radius': 'border-radius',
  shadow: 'box-shadow',
  elevation: 'box-shadow',
  align: 'text-align',
  'align-text': 'text-align',
  'horizontal-align': 'text-align or justify-content',
  valign: 'vertical-align',
  'padding-x': 'padding-inline',
  'padding-y': 'padding-block',
  'padding-horizontal': 'padding-inline',
  'padding-vertical': 'padding-block',
  'margin-x': 'margin-inline',
  'margin-y': 'margin-block',
  'margin-horizontal': 'margin-inline',
  'margin-vertical': 'margin-block',
  spacing: 'gap',
  'grid-gutter': 'gap',
  'item-spacing': 'gap',
  w: 'width',
  h: 'height',
  'flex-align': 'align-items',
  'flex-justify': 'justify-content',
  justify: 'justify-content',
  'grid-columns': 'grid-template-columns',
  'grid-rows': 'grid-template-rows',
  'background-opacity': 'background-color with an alpha',
  'text-shadow-color': 'text-shadow',
  'line-spacing': 'line-height',
  'char-spacing': 'letter-spacing',
  'border-colour': 'border-color',
  'hover-color': 'a rule with :hover',
  src: 'background-image, or the src attribute of the element',
  href: 'the href attribute of the element',
  class: 'the class attribute of the element',
  text: 'content, or the text of the element',
  'max-font-size': 'font-size: clamp(…)',
  'min-font-size': 'font-size: clamp(…)',
}

/** Value keywords that browsers accept but the property grammar lacks. */
export const newerWords = set(
  `grid-lanes inline-grid-lanes masonry base-select border-area scroll-state math balance chain revert-rule flip-x flip-y
  self-x-start self-x-end span-self-x-start span-self-x-end self-y-start self-y-end span-self-y-start span-self-y-end pair
  bounding-box spaces anywhere unicode emoji squircle stretch -webkit-fill-available -moz-available fit-content
  activeborder activecaption appworkspace background buttonhighlight buttonshadow captiontext inactiveborder
  inactivecaption inactivecaptiontext infobackground infotext menu menutext scrollbar threeddarkshadow threedface
  threedhighlight threedlightshadow threedshadow window windowframe windowtext`,
)

/** The same for keywords that only one property accepts. */
export const newerWordsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  background: set('text'),
  'font-variant': set('sub super text'),
  'grid-column-gap': set('normal'),
  'grid-gap': set('normal'),
  'grid-row-gap': set('normal'),
  'image-orientation': set('none'),
  'margin-trim': set('block block-start block-end inline inline-start inline-end'),
  'position-anchor': set('normal'),
  rx: set('auto'),
  ry: set('auto'),
  'timeline-trigger': set('auto normal'),
}

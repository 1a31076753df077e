/** Texts of the style panel. */
export const textHasNoStyleOfItsOwn = 'Text has no style of its own'
export const selectTheElementAroundIt = 'Select the element around it: press Esc or the left arrow.'

export const style = 'Style'
export const layout = 'Layout'
export const spacing = 'Spacing'
export const size = 'Size'
export const position = 'Position'
export const type = 'Type'
export const fill = 'Fill'
export const border = 'Border'
export const effects = 'Effects'
export const motion = 'Motion'
export const more = 'More'
export const code = 'Code'
export const rules = 'Rules'
export const hasValuesSetHere = 'Has values that are set here'
export const resetSection = (title: string) => `Reset ${title}`

export const target = 'Where styles are written'
export const allWidths = 'All widths'
export const noState = 'No state'
export const byTheFrame = 'Follow the frame'
export const onlyBelow = (width: number) => `Only below ${width}`
export const alsoChanges = (widths: readonly number[]) => `also changes ${widths.join(', ')}`
export const addsClass = (name: string) => `adds the class ${name}`
export const writes = (rules: readonly { name: string; count: number }[]) => {
  const [first] = rules
  if (first && rules.length === 1) return `Writes ${first.name}, for ${first.count} elements`
  return `Writes ${rules.length} rules: ${rules.map(({ name, count }) => `${name} (${count})`).join(', ')}`
}
export const severalRules = (count: number) => `${count} rules`
export const editTheComponent = 'Edit the component'
export const usualTarget = 'Back to the usual target'
export const moreAboutStyles = 'More about these styles'
export const copyStyles = 'Copy styles'
export const pasteStyles = 'Paste styles'
export const resetAll = 'Reset all values set here'
export const nothingToPaste = 'The clipboard holds no declarations.'
export const rulesCount = (count: number) => (count === 1 ? '1 rule' : `${count} rules`)
export const selectorHint = (kind: 'class' | 'new' | 'node' | 'tag', rules: number, tag: string) =>
  ({
    class: rules === 0 ? 'Class without a rule' : rulesCount(rules),
    new: 'New class',
    node: 'This element only',
    tag: `Every ${tag}`,
  })[kind]
export const styleAttribute = 'style attribute'
export const theStyleAttribute = 'the style attribute'
export const theTokens = 'the design tokens'
export const strongerWins = (properties: readonly string[], source: string) =>
  `${source.replace(/^the /, 'The ')} wins for ${properties.length > 3 ? `${properties.slice(0, 3).join(', ')} and ${properties.length - 3} more` : properties.join(', ')}.`
export const alsoWins = {
  important: 'It wins over a value that is written here, since it is !important.',
  style: 'It wins over a value that is written here.',
  layer: 'It wins over a value that is written here: its layer is stronger.',
  specificity: 'It wins over a value that is written here: its selector is more specific.',
  order: 'It wins over a value that is written here, since it comes later.',
}
export const becauseOf = {
  important: '!important',
  style: 'an attribute is stronger than rules',
  layer: 'stronger layer',
  specificity: 'more specific',
  order: 'comes later',
}
export const editThatRule = 'Edit that rule'
export const editTheAttribute = 'Edit it'
export const openTheTokens = 'Open the tokens'
export const openTheFile = 'Open the file'
export const moreStronger = (count: number) => (count === 1 ? '1 more rule wins.' : `${count} more rules win.`)
export const keepsIts = (widths: readonly number[], property: string) =>
  `${widths.join(', ')} ${widths.length === 1 ? 'keeps its' : 'keep their'} ${property}`
export const inheritedFrom = (source: string) => `Inherited from ${source}`
export const overriddenBy = (source: string) => `Overridden by ${source}`
export const setIn = (source: string) => `Set by ${source}`
export const notAValueOf = (property: string, value: string) => `${property} does not take “${value.slice(0, 60)}”.`
export const notADeclaration = (text: string) => `“${text.slice(0, 60)}” is no declaration. Write property: value.`
export const notWritten = 'The rule could not be written as it is here.'
export const addAProperty = 'Add a property'

export const display = 'Display'
export const displayKinds = { block: 'Block', row: 'Row', column: 'Column', grid: 'Grid', none: 'Hidden' }
export const alignItems = 'Align items'
export const alignTo = (down: string, across: string) => `Align ${down} ${across}`
export const columnGap = 'Gap ⟷'
export const rowGap = 'Gap ↕'
export const justify = 'Justify'
export const align = 'Align'
export const direction = 'Direction'
export const wrap = 'Wrap'
export const flow = 'Flow'
export const columns = 'Columns'
export const rows = 'Rows'
export const track = (title: string, number: number) => `${title}, track ${number}`
export const removeTrack = (title: string, number: number) => `Remove track ${number} of ${title.toLowerCase()}`
export const lineBetween = (title: string, number: number) => `Line ${number} between ${title.toLowerCase()}`

export const margin = 'Margin'
export const padding = 'Padding'
export const inset = 'Inset'
export const sides = { top: 'Top', right: 'Right', bottom: 'Bottom', left: 'Left' }
export const sideOf = (box: string, side: string) => `${box} ${side.toLowerCase()}`
export const times = '×'

export const width = 'Width'
export const height = 'Height'
export const minWidth = 'Min width'
export const minHeight = 'Min height'
export const maxWidth = 'Max width'
export const maxHeight = 'Max height'
export const ratio = 'Ratio'
export const overflow = 'Overflow'
export const fit = 'Fit'
export const focus = 'Focus'
export const grow = 'Grow'
export const shrink = 'Shrink'
export const basis = 'Basis'
export const gridColumn = 'Grid column'
export const gridRow = 'Grid row'
export const justifySelf = 'Justify self'
export const alignSelf = 'Align self'
export const order = 'Order'

export const anchor = 'Anchor'
export const anchors = {
  'top-left': 'Top left',
  top: 'Along the top',
  'top-right': 'Top right',
  left: 'Along the left',
  fill: 'All sides',
  right: 'Along the right',
  'bottom-left': 'Bottom left',
  bottom: 'Along the bottom',
  'bottom-right': 'Bottom right',
}
export const zIndex = 'Z-index'

export const sampleText = 'The quick brown fox'
export const font = 'Font'
export const fontSize = 'Font size'
export const weight = 'Weight'
export const lineHeight = 'Line height'
export const letterSpacing = 'Letter spacing'
export const color = 'Colour'
export const textAlign = 'Text align'
export const alignStart = 'Align start'
export const alignCenter = 'Align centre'
export const alignEnd = 'Align end'
export const alignJustify = 'Justify text'
export const italic = 'Italic'
export const underline = 'Underline'
export const strike = 'Strike through'
export const capitals = 'Capitals'
export const textWrap = 'Text wrap'
export const chooseColour = (label: string) => `Choose ${label.toLowerCase()}`

export const layers = 'Layers'
export const addLayer = 'Add a layer'
export const picture = 'Picture…'
export const gradientKinds = { linear: 'Linear gradient', radial: 'Radial gradient', conic: 'Conic gradient' }
export const layer = (number: number) => `Layer ${number}`
export const movePart = (name: string) => `Move ${name.toLowerCase()}`
export const dragOrArrows = 'Drag to move, or use the arrow keys'
export const removeLayer = (number: number) => `Remove layer ${number}`
export const choosePictureForLayer = (number: number) => `Choose a picture for layer ${number}`
export const repeat = 'Repeat'
export const clip = 'Clip'
export const gradientShape = 'Shape'
export const stop = (number: number) => `Stop ${number}`
export const stopPlace = (number: number) => `Place of stop ${number}`
export const removeStop = (number: number) => `Remove stop ${number}`
export const addStop = 'Add a stop'

export const borderSide = 'Side of the border'
export const allSides = 'All'
export const lineStyle = 'Line'
export const radius = 'Radius'
export const allCorners = 'All corners'
export const eachCorner = 'Each corner'
export const corners = {
  'top-left': 'Top left',
  'top-right': 'Top right',
  'bottom-left': 'Bottom left',
  'bottom-right': 'Bottom right',
}

export const opacity = 'Opacity'
export const shadows = 'Shadows'
export const textShadows = 'Text shadows'
export const shadow = (number: number) => `Shadow ${number}`
export const textShadow = (number: number) => `Text shadow ${number}`
export const colourOf = (name: string) => `Colour of ${name.toLowerCase()}`
export const addTo = (title: string) => `Add to ${title.toLowerCase()}`
export const addShadow = 'Add a shadow'
export const addTextShadow = 'Add a text shadow'
export const removeValue = (name: string) => `Remove ${name.toLowerCase()}`
export const shadowParts = { x: 'X', y: 'Y', blur: 'Blur', spread: 'Spread' }
export const inner = 'Inner shadow'
export const innerShort = 'in'
export const filters = 'Filters'
export const backdrop = 'Backdrop filters'
export const filter = (number: number) => `Filter ${number}`
export const backdropFilter = (number: number) => `Backdrop filter ${number}`
export const move = 'Move'
export const rotate = 'Rotate'
export const scale = 'Scale'
export const transform = 'Transform'
export const originOf = 'Origin'
export const blend = 'Blend'
export const cursor = 'Cursor'

export const transitions = 'Transitions'
export const addTransition = 'Add a transition'
export const transition = (number: number) => `Transition ${number}`
export const outline = 'Outline'
export const outlineOffset = 'Offset'
export const removeTransition = (property: string) => `Remove the transition of ${property}`
export const transitionProperty = 'Property'
export const duration = 'Duration'
export const delay = 'Delay'
export const easing = 'Easing'
export const curveHandle = (number: number) => `Curve handle ${number}`
export const animation = 'Animation'
export const timeline = 'Timeline'
export const range = 'Range'
export const scrollTimeline = 'Scroll timeline'
export const viewTimeline = 'View timeline'

export const reset = (properties: readonly string[]) => `Reset ${properties.join(' and ')}`
export const goTo = (source: string) => `${source}: write there`
export const openSource = (source: string) => `${source}: open`

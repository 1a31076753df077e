import { type ScaleKind, scaleSteps } from './scale.ts'
import { type DesignSystem, type FontFamily, type FontToken, freeOf } from './system.ts'
import { colorVariants, type VariantSettings } from './variants.ts'

/** Which operation changes a token; everything that comes from it is locked for other CSS. */
export type TokenKind = 'color' | 'font' | ScaleKind

export interface Variable {
  /** The name with its dashes: `--primary-d-1`. */
  name: string
  value: string
  /** The value in a dark scheme, if it differs. */
  dark?: string
  kind: TokenKind
  /** Whether a stylesheet of the site declares the value, so it is not printed again. */
  declared?: true
}

/** A utility class of the design system, with its declarations. */
export interface Utility {
  declarations: string
  kind: TokenKind
}

/** A computed design system: what `frameworkCss` prints, in order. */
export interface Framework {
  variables: readonly Variable[]
  /** By class name. */
  utilities: ReadonlyMap<string, Utility>
}

/** The four utilities of a colour: the prefix of the name, and the property that is set. */
export const colorUtilities: readonly (readonly [prefix: string, property: string])[] = [
  ['text', 'color'],
  ['bg', 'background-color'],
  ['border', 'border-color'],
  ['fill', 'fill'],
]

const sides = ['top', 'right', 'bottom', 'left']

/** The utilities of a step of the spacing scale. */
export const spaceUtilities: readonly (readonly [prefix: string, properties: readonly string[]])[] = [
  ...['padding', 'margin'].flatMap((box): [string, string[]][] => [
    [box, [box]],
    ...sides.map((side): [string, string[]] => [`${box}-${side}`, [`${box}-${side}`]]),
    [`${box}-horizontal`, [`${box}-left`, `${box}-right`]],
    [`${box}-vertical`, [`${box}-top`, `${box}-bottom`]],
  ]),
  ['gap', ['gap']],
]

const worked = new WeakMap<DesignSystem, { rootFontSize: number; framework: Framework }>()

/** Computes every custom property and utility class of a design system; once per system and root font size. */
export function frameworkOf(system: DesignSystem, rootFontSize: number): Framework {
  const known = worked.get(system)
  if (known?.rootFontSize === rootFontSize) return known.framework
  const framework = workOut(system, rootFontSize)
  worked.set(system, { rootFontSize, framework })
  return framework
}

function workOut({ colors, fonts, families, scales }: DesignSystem, rootFontSize: number): Framework {
  const variables: Variable[] = []
  const taken = new Set<string>()
  const utilities = new Map<string, Utility>()
  const add = (name: string, variable: Omit<Variable, 'name'>): string => {
    const free = freeOf(`--${name}`, taken)
    taken.add(free)
    variables.push({ name: free, ...variable })
    return free
  }
  const utility = (name: string, kind: TokenKind, declarations: string) => {
    const known = utilities.get(name)
    // A colour and a size with the same name share their class: `text-m` may set both.
    utilities.set(
      name,
      known ? { kind, declarations: `${known.declarations}; ${declarations}` } : { kind, declarations },
    )
  }
  for (const color of colors) {
    const names = [[color.slug, color.lightValue, color.darkModeEnabled ? color.darkValue : undefined] as const]
    const both = [...names, ...variantsOf(color)]
    for (const [name, value, dark] of both) {
      const declared = name === color.slug && color.declared !== undefined
      const inDark = dark === undefined || dark === value ? {} : { dark }
      const given = add(name, { value, kind: 'color', ...inDark, ...(declared ? { declared } : {}) })
      // A stylesheet that declares a colour may have classes with these names and other declarations.
      if (declared) continue
      for (const [prefix, property] of colorUtilities)
        utility(`${prefix}-${name}`, 'color', `${property}: var(${given})`)
    }
  }
  for (const font of fonts) {
    const declared = font.declared ? { declared: true as const } : {}
    add(font.variable, { value: fontStack(font, families), kind: 'font', ...declared })
  }
  if (scales.type) {
    for (const { step, name, value } of scaleSteps(scales.type, scales.type.rootFontSize ?? rootFontSize)) {
      utility(`text-${step}`, 'type', `font-size: var(${add(name, { value, kind: 'type' })})`)
    }
  }
  if (scales.space) {
    for (const { step, name, value } of scaleSteps(scales.space, scales.space.rootFontSize ?? rootFontSize)) {
      const given = add(name, { value, kind: 'space' })
      for (const [prefix, properties] of spaceUtilities) {
        utility(`${prefix}-${step}`, 'space', properties.map((property) => `${property}: var(${given})`).join('; '))
      }
    }
  }
  return { variables, utilities }
}

/** The variants of a colour by their full names, with their dark values. */
function variantsOf(
  color: {
    slug: string
    lightValue: string
    darkValue: string | undefined
    darkModeEnabled: boolean
  } & VariantSettings,
): (readonly [name: string, value: string, dark: string | undefined])[] {
  const dark = color.darkModeEnabled && color.darkValue !== undefined ? colorVariants(color.darkValue, color) : []
  return colorVariants(color.lightValue, color).map(
    ({ name, value }, index) => [`${color.slug}-${name}`, value, dark[index]?.value] as const,
  )
}

/** The value of a font token: as its stylesheet declares it, otherwise its family in quotes, then the fallback. */
export function fontStack(
  { familyId, fallback, declared }: Omit<FontToken, 'id' | 'name' | 'variable'>,
  families: readonly FontFamily[],
): string {
  if (declared !== undefined && fallback !== undefined) return fallback
  const family = families.find(({ id }) => id === familyId)
  const rest = fallback ?? 'sans-serif'
  return family ? `${quoted(family.family)}, ${rest}` : rest
}

/** Quotes a text as a CSS string. */
export const quoted = (text: string) =>
  `"${text.replace(/[\n\r\f]/g, ' ').replace(/["\\<]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`

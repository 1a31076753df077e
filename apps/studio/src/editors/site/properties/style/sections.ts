import type { ComponentType } from 'react'
import { Border, borderProperties } from './Border.tsx'
import { Effects, effectProperties } from './Effects.tsx'
import { Fill, fillProperties } from './Fill.tsx'
import { Layout, layoutProperties } from './Layout.tsx'
import { Motion, motionProperties } from './Motion.tsx'
import { Position, positionProperties } from './Position.tsx'
import { Size, sizeProperties } from './Size.tsx'
import { Spacing, spacingProperties } from './SpacingBox.tsx'
import * as strings from './strings.ts'
import { Typography, typeProperties } from './Typography.tsx'

/** A section of the style panel for some properties. */
export interface StyleSection {
  /** Its name in what is remembered of folded sections. */
  readonly id: string
  readonly title: string
  /** The longhands that it shows; all others are in the section for more properties. */
  readonly properties: readonly string[]
  /** Its fields, rendered while it is unfolded. */
  readonly Fields: ComponentType
}

/** The sections for properties, in their order in the panel. */
export const sections: readonly StyleSection[] = [
  { id: 'layout', title: strings.layout, properties: layoutProperties, Fields: Layout },
  { id: 'spacing', title: strings.spacing, properties: spacingProperties, Fields: Spacing },
  { id: 'size', title: strings.size, properties: sizeProperties, Fields: Size },
  { id: 'position', title: strings.position, properties: positionProperties, Fields: Position },
  { id: 'type', title: strings.type, properties: typeProperties, Fields: Typography },
  { id: 'fill', title: strings.fill, properties: fillProperties, Fields: Fill },
  { id: 'border', title: strings.border, properties: borderProperties, Fields: Border },
  { id: 'effects', title: strings.effects, properties: effectProperties, Fields: Effects },
  { id: 'motion', title: strings.motion, properties: motionProperties, Fields: Motion },
]

/** The longhands that the sections show. */
export const sectionProperties: ReadonlySet<string> = new Set(sections.flatMap(({ properties }) => properties))

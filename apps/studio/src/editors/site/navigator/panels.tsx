import { Code, FileText, Image, Layers as LayersIcon, type LucideIcon, Palette } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { Layers } from './Layers.tsx'
import { Pages } from './Pages.tsx'
import * as strings from './strings.ts'

/** A panel of the navigator. */
export interface NavigatorPanel {
  /** The value of `leftTab` that shows it. */
  readonly id: string
  readonly title: string
  /** Replaces the title in a narrow window. */
  readonly icon: LucideIcon
  readonly Panel: ComponentType
}

/** The panels of the navigator in the order of their tabs. Only those that a new user sees first are loaded with it. */
export const panels: readonly NavigatorPanel[] = [
  { id: 'pages', title: strings.pages, icon: FileText, Panel: Pages },
  { id: 'layers', title: strings.layers, icon: LayersIcon, Panel: Layers },
  {
    id: 'design',
    title: strings.design,
    icon: Palette,
    Panel: onDemand(async () => (await import('../design/Design.tsx')).Design),
  },
  {
    id: 'media',
    title: strings.media,
    icon: Image,
    Panel: onDemand(async () => (await import('../media/MediaPanel.tsx')).MediaPanel),
  },
  {
    id: 'code',
    title: strings.code,
    icon: Code,
    Panel: onDemand(async () => (await import('../code/CodePanel.tsx')).CodePanel),
  },
]

/** A panel whose code is loaded when it is first shown. */
function onDemand(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }))
}

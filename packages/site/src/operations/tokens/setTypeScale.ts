import { defineOperation } from '@atelier/operation'
import type { SiteContext } from '../../context/context.ts'
import { ScaleResult, scaleInput, setScale } from './scaleTokens.ts'

export const set_type_scale = defineOperation({
  id: 'site.set_type_scale',
  summary: 'Set the type scale',
  description:
    'Set the fluid type scale: var(--text-<step>), classes text-<step>. Defaults: xs…4xl, 16px×1.125 to 18px×1.333, 320 to 1400 px.',
  icon: 'a-large-small',
  keywords: ['font size', 'text size', 'typography', 'heading sizes', 'type hierarchy', 'modular scale'],
  effect: 'write',
  fromReading: true,
  tab: true,
  affects: ['tokens'],
  input: scaleInput('fontSize'),
  output: ScaleResult,
  run: (context: SiteContext, input) => setScale(context, 'type', input),
})

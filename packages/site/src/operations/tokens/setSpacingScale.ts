import { defineOperation } from '@atelier/operation'
import type { SiteContext } from '../../context/context.ts'
import { ScaleResult, scaleInput, setScale } from './scaleTokens.ts'

export const set_spacing_scale = defineOperation({
  id: 'site.set_spacing_scale',
  summary: 'Set the spacing scale',
  description:
    'Set the fluid spacing scale: var(--space-<step>), classes padding-/margin-/gap-<step>. Defaults: 4xs…4xl, 16px×1.25 to 28px×1.414.',
  icon: 'move-horizontal',
  keywords: ['spacing', 'padding scale', 'margin scale', 'gaps', 'white space', 'rhythm'],
  effect: 'write',
  fromReading: true,
  tab: true,
  affects: ['tokens'],
  input: scaleInput('size'),
  output: ScaleResult,
  run: (context: SiteContext, input) => setScale(context, 'space', input),
})

import type { Pictures } from '@atelier/api'
import type { SelectOption } from '../../ui/index.ts'
import * as strings from '../strings.ts'

const TOGETHER = 'together '

/** The choice of a workspace as a field: Pexels, and each model at Together with its price. */
export function pictureField({ service, model, models }: Pictures): { value: string | null; options: SelectOption[] } {
  const together = models.map(({ name, costUsd }) => ({
    value: `${TOGETHER}${name}`,
    label: strings.pictureModel(name.split('/').at(-1) ?? name),
    hint: strings.pictureCost(costUsd),
  }))
  const made = model ?? models[0]?.name
  const value = service === 'together' ? `${TOGETHER}${made}` : (service ?? null)
  return { value, options: [{ value: 'pexels', label: strings.pictureSearch }, ...together] }
}

/** The choice that a value of the field means. */
export function pictureChoiceOf(value: string): { service: 'pexels' | 'together'; model?: string } {
  return value.startsWith(TOGETHER)
    ? { service: 'together', model: value.slice(TOGETHER.length) }
    : { service: 'pexels' }
}

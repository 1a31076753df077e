import { type StyleSource, sheetEntries } from '@atelier/site'
import { useSite } from '../../session/context.ts'
import type { ValueOrigin } from '../fields/ValueField.tsx'
import * as strings from './strings.ts'
import { sourceText } from './values.ts'

/** Where a value comes from, in words for a tooltip; undefined for one that is set at the target. */
export function useSource(source: StyleSource | undefined, origin: ValueOrigin): string | undefined {
  const site = useSite()
  if (!source || !site || origin === 'here' || origin === 'none' || origin === 'mixed') return undefined
  const text = sourceText(source, (id) => sheetEntries(site.local.view).find((sheet) => sheet.id === id)?.path ?? '')
  if (origin === 'inherited') return strings.inheritedFrom(text)
  return origin === 'overridden' ? strings.overriddenBy(text) : strings.setIn(text)
}

import { type StyleSource, sheetEntries } from '@atelier/site'
import { useSite } from '../../session/context.ts'
import type { ValueOrigin } from '../fields/ValueField.tsx'
import * as strings from './strings.ts'
import { type FieldValue, sourceText } from './values.ts'

/** Names a declaration by its selector and where that stands. */
export function useSourceText(): (source: StyleSource) => string {
  const view = useSite()?.local.view
  return (source) =>
    sourceText(source, (id) => (view ? sheetEntries(view).find((sheet) => sheet.id === id)?.path : undefined) ?? '')
}

/** Where a value comes from, in words for a tooltip; undefined for one that is set at the target. */
export function useSource({ source, origin, stronger }: FieldValue): string | undefined {
  const textOf = useSourceText()
  if (!source || origin === 'here' || origin === 'none' || origin === 'mixed') return undefined
  const text = textOf(source)
  const from = words[origin](text)
  return stronger && origin !== 'overridden' ? `${from}. ${strings.alsoWins[stronger]}` : from
}

const words: Readonly<Record<Exclude<ValueOrigin, 'here' | 'none' | 'mixed'>, (source: string) => string>> = {
  inherited: strings.inheritedFrom,
  overridden: strings.overriddenBy,
  elsewhere: strings.setIn,
}

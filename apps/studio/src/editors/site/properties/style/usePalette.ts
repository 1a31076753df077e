import { cascadeRules, lightAndDark, resolveVariables, tokens } from '@atelier/site'
import { useMemo } from 'react'
import { useEditorState, useSite } from '../../session/context.ts'
import type { Palette } from '../color/ColorPicker.tsx'
import { siteColors } from '../color/siteColors.ts'
import { tokenChoices } from '../fields/choices.ts'
import { useStyle } from './editing.ts'

/** The colours that a person can choose from: the site's tokens, and the other colours of its stylesheets. */
export function usePalette(isWanted: boolean): Palette {
  const site = useSite()
  const { tree } = useStyle()
  const pageId = useEditorState((state) => state.documentId)
  return useMemo(() => {
    if (!site || !isWanted) return { tokens: [], others: [] }
    const { view } = site.local
    const byName = new Map(tokens(view).map((token) => [token.name, token]))
    const choices = tokenChoices(view, 'color').map(({ name, value }) => {
      const { dark } = byName.get(name) ?? {}
      const shown = resolveVariables(value, (variable) => byName.get(variable)?.value)
      const schemes = lightAndDark(shown)
      return { name, value: schemes?.light ?? shown, dark: schemes?.dark ?? dark }
    })
    return { tokens: choices, others: siteColors(cascadeRules(view, tree, pageId)) }
  }, [site, tree, pageId, isWanted])
}

import { cascadeRules, designSystem, frameworkOf, rootFontSize } from '@atelier/site'
import { useMemo } from 'react'
import { useEditorState, useSite } from '../../session/context.ts'
import type { Palette } from '../color/ColorPicker.tsx'
import { lightAndDark, siteColors } from '../color/siteColors.ts'
import { tokenChoices } from '../fields/choices.ts'
import { isColor } from '../fields/isColor.ts'
import { useStyle } from './editing.ts'

/** The colours that a person can choose from: the site's tokens, and the other colours of its stylesheets. */
export function usePalette(isWanted: boolean): Palette {
  const site = useSite()
  const { tree } = useStyle()
  const pageId = useEditorState((state) => state.documentId)
  return useMemo(() => {
    if (!site || !isWanted) return { tokens: [], others: [] }
    const { view } = site.local
    const dark = new Map(
      frameworkOf(designSystem(view), rootFontSize(view)).variables.map((each) => [each.name, each.dark]),
    )
    const tokens = tokenChoices(view, 'color', isColor).map(({ name, value }) => {
      const schemes = lightAndDark(value)
      return { name, value: schemes?.light ?? value, dark: schemes?.dark ?? dark.get(name) }
    })
    return { tokens, others: siteColors(cascadeRules(view, tree, pageId)) }
  }, [site, tree, pageId, isWanted])
}

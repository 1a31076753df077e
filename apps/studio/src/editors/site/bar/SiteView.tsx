import { Play } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import { useCompact } from '../../../ui/media.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { besideRules, useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import { activeFrame, framesOf } from '../session/frames.ts'
import { FIT, togglePreview } from '../session/state.ts'
import { InsertButton } from './InsertButton.tsx'
import * as strings from './strings.ts'
import { useIsTranslation } from './useIsTranslation.ts'

/**
 * The elements to insert, the width of the page, and whether its scripts run. A narrow screen has no room for a width,
 * and beside what a translated page needs none for inserting: the commands have it.
 */
export function SiteView() {
  const session = useEditor()
  const compact = useCompact()
  const site = useSite()
  useSiteVersion(besideRules)
  const active = useEditorState((state) => activeFrame(state, site)?.id)
  const preview = useEditorState((state) => state.preview)
  const isTranslation = useIsTranslation()
  if (compact) return isTranslation ? null : <InsertButton />
  return (
    <>
      <InsertButton />
      <Segmented
        label={strings.widthOfThePage}
        value={active ?? FIT}
        onChange={session.setWidth}
        options={[
          ...framesOf(site).map(({ id, width }) => ({
            value: id,
            label: String(width),
            tooltip: strings.pixelsWide(width),
          })),
          { value: FIT, label: strings.fit, tooltip: strings.fitToCanvas },
        ]}
      />
      <IconButton label={strings.previewWithScripts} pressed={preview} onClick={() => togglePreview(session.state)}>
        <Play size={15} />
      </IconButton>
    </>
  )
}

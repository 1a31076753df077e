import { Play } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import { useCompact } from '../../../ui/media.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { useEditor, useEditorState } from '../session/context.ts'
import { togglePreview, widthNames } from '../session/state.ts'
import * as strings from './strings.ts'

/** How the page is shown: its width, and whether its scripts run. A narrow screen has no room to choose. */
export function SiteView() {
  const session = useEditor()
  const compact = useCompact()
  const width = useEditorState((state) => state.width)
  const preview = useEditorState((state) => state.preview)
  if (compact) return null
  return (
    <>
      <Segmented
        label={strings.widthOfThePage}
        value={width}
        onChange={session.setWidth}
        options={widthNames.map((name) => ({
          value: name,
          label: name === 'fit' ? strings.fit : name,
          tooltip: name === 'fit' ? strings.fitToCanvas : strings.pixelsWide(name),
        }))}
      />
      <IconButton label={strings.previewWithScripts} pressed={preview} onClick={() => togglePreview(session.state)}>
        <Play size={15} />
      </IconButton>
    </>
  )
}

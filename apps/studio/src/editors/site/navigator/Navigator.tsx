import { Suspense } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useEditor, useEditorState } from '../session/context.ts'
import { RowSkeletons } from './Pages.tsx'
import { panels } from './panels.tsx'
import * as strings from './strings.ts'

/** The panels beside the canvas: pages, layers, design, media and code. */
export function Navigator() {
  const session = useEditor()
  const tab = useEditorState((state) => state.leftTab)
  const { panels: panes } = useShell()
  const rail = panes.rail
    ? { open: panes.shown.navigator, onOpenChange: (open: boolean) => panes.set('navigator', open) }
    : undefined
  return (
    <Tabs
      label={strings.navigator}
      dense
      rail={rail}
      value={panels.some(({ id }) => id === tab) ? tab : 'layers'}
      onChange={(leftTab) => patchStore(session.state, { leftTab })}
      tabs={panels.map(({ id, title, icon: Icon, Panel }) => ({
        value: id,
        label: title,
        icon: rail && <Icon size={16} />,
        panel: (
          <Suspense fallback={<RowSkeletons />}>
            <Panel />
          </Suspense>
        ),
      }))}
    />
  )
}

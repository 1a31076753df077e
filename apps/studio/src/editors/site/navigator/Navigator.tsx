import { Code, FileText, Image, Layers as LayersIcon, Palette } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { useShell } from '../../../shell/layout/context.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useEditor, useEditorState } from '../session/context.ts'
import { Layers } from './Layers.tsx'
import { Pages, RowSkeletons } from './Pages.tsx'
import * as strings from './strings.ts'

const Design = lazy(async () => ({ default: (await import('../design/Design.tsx')).Design }))
const CodePanel = lazy(async () => ({ default: (await import('../code/CodePanel.tsx')).CodePanel }))
const MediaPanel = lazy(async () => ({ default: (await import('../media/MediaPanel.tsx')).MediaPanel }))

/** What there is: the site's pages, and the layers of the open one. */
export function Navigator() {
  const session = useEditor()
  const tab = useEditorState((state) => state.leftTab)
  const { panels } = useShell()
  const rail = panels.rail
    ? { open: panels.shown.navigator, onOpenChange: (open: boolean) => panels.set('navigator', open) }
    : undefined
  return (
    <Tabs
      label={strings.navigator}
      dense
      rail={rail}
      value={tab}
      onChange={(leftTab) => patchStore(session.state, { leftTab })}
      tabs={[
        { value: 'pages', label: strings.pages, icon: rail && <FileText size={16} />, panel: <Pages /> },
        {
          value: 'layers',
          label: strings.layers,
          icon: rail && <LayersIcon size={16} />,
          panel: (
            <div className="column min-h-0 h-full">
              <Layers />
            </div>
          ),
        },
        {
          value: 'design',
          label: strings.design,
          icon: rail && <Palette size={16} />,
          panel: (
            <Suspense fallback={<RowSkeletons />}>
              <Design />
            </Suspense>
          ),
        },
        {
          value: 'media',
          label: strings.media,
          icon: rail && <Image size={16} />,
          panel: (
            <Suspense fallback={<RowSkeletons />}>
              <MediaPanel />
            </Suspense>
          ),
        },
        {
          value: 'code',
          label: strings.code,
          icon: rail && <Code size={16} />,
          panel: (
            <Suspense fallback={<RowSkeletons />}>
              <CodePanel />
            </Suspense>
          ),
        },
      ]}
    />
  )
}

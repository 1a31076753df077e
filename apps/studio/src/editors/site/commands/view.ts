import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { showComparison, togglePreview } from '../session/state.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

/** The commands that plan pages, and those that open a part of the editor. */
export const viewCommandsOfSite: readonly ViewCommand<SiteView>[] = [
  {
    name: 'layers.find',
    label: strings.findALayer,
    icon: 'search',
    group: 'view',
    shortcuts: ['mod+f'],
    run(view) {
      patchStore(view.session.state, { leftTab: 'layers', layerSearch: '' })
      view.showPanel('navigator')
    },
  },
  {
    name: 'layers.collapse',
    label: strings.collapseAllLayers,
    icon: 'chevrons-down-up',
    group: 'view',
    run: ({ session }) => patchStore(session.state, { unfolded: new Set() }),
  },
  {
    name: 'view.addPagesFromPrompt',
    label: strings.addPagesFromAPrompt,
    icon: 'sparkles',
    group: 'pages',
    run: ({ session }) => patchStore(session.state, { dialog: 'addPages' }),
  },
  {
    name: 'view.planRedesign',
    label: strings.planARedesign,
    icon: 'sparkles',
    group: 'pages',
    run: ({ session }) => patchStore(session.state, { dialog: 'redesign' }),
  },
  {
    name: 'view.plans',
    label: strings.plansOfThisSite,
    icon: 'list',
    group: 'pages',
    run: ({ session }) => patchStore(session.state, { dialog: 'plans' }),
  },
  {
    name: 'view.publish',
    label: strings.publish,
    icon: 'rocket',
    group: 'view',
    run: ({ session }) => patchStore(session.state, { dialog: 'publishing' }),
  },
  {
    name: 'view.preview',
    label: strings.previewWithScripts,
    icon: 'play',
    group: 'view',
    run: ({ session }) => togglePreview(session.state),
  },
  {
    name: 'view.content',
    label: strings.goToTheContent,
    icon: 'database',
    group: 'view',
    shortcuts: ['mod+e'],
    whileWriting: true,
    run: (view) => view.openContent(),
  },
  {
    name: 'view.history',
    label: strings.history,
    icon: 'history',
    group: 'view',
    run: ({ session }) => patchStore(session.state, { dialog: 'history' }),
  },
  {
    name: 'view.compareRelease',
    label: strings.compareWithTheRelease,
    icon: 'git-compare',
    group: 'view',
    run: ({ session }) => showComparison(session.state, { of: 'release' }),
  },
  {
    name: 'view.siteSettings',
    label: strings.siteSettings,
    icon: 'settings',
    group: 'view',
    run: ({ session }) => patchStore(session.state, { dialog: 'siteSettings' }),
  },
]

import type { ContentPlace } from '../../navigation/paths.ts'
import { bindCommand, type CommandSection, type EditorCommand, type ViewCommand } from '../../shell/commands/command.ts'
import type { ContentOverview } from '../session/context.ts'
import * as strings from '../strings.ts'

/** What the commands of the content act on. */
export interface ContentView {
  readonly overview: ContentOverview | undefined
  go(place: ContentPlace): void
  openSite(): void
}

const showSite: ViewCommand<ContentView> = {
  name: 'content.site',
  label: strings.goToTheSite,
  icon: 'file-text',
  group: 'view',
  shortcuts: ['mod+e'],
  whileWriting: true,
  run: (view) => view.openSite(),
}

const showModels: ViewCommand<ContentView> = {
  name: 'content.models',
  label: strings.overview,
  icon: 'list',
  group: 'models',
  run: (view) => view.go({}),
}

const showReview: ViewCommand<ContentView> = {
  name: 'content.review',
  label: strings.review,
  icon: 'git-compare',
  group: 'models',
  offered: ({ overview }) => overview !== undefined && overview.phase !== 'uninitialized',
  run: (view) => view.go({ review: 'all' }),
}

const showSubmissions: ViewCommand<ContentView> = {
  name: 'content.submissions',
  label: strings.submissions,
  icon: 'list',
  group: 'models',
  run: (view) => view.go({ room: 'submissions' }),
}

const showMedia: ViewCommand<ContentView> = {
  name: 'content.media',
  label: strings.media,
  icon: 'images',
  group: 'models',
  run: (view) => view.go({ room: 'media' }),
}

const showCalendar: ViewCommand<ContentView> = {
  name: 'content.calendar',
  label: strings.calendar,
  icon: 'list',
  group: 'models',
  run: (view) => view.go({ room: 'calendar' }),
}

const showRepository: ViewCommand<ContentView> = {
  name: 'content.repository',
  label: strings.repository,
  icon: 'list',
  group: 'models',
  run: (view) => view.go({ room: 'repository' }),
}

const showKeys: ViewCommand<ContentView> = {
  name: 'content.keys',
  label: strings.keys,
  icon: 'list',
  group: 'models',
  run: (view) => view.go({ room: 'keys' }),
}

const showVocabulary: ViewCommand<ContentView> = {
  name: 'content.showVocabulary',
  label: strings.vocabulary,
  icon: 'list',
  group: 'models',
  run: (view) => view.go({ room: 'vocabulary' }),
}

const showNewModel: ViewCommand<ContentView> = {
  name: 'content.newModel',
  label: strings.newModel,
  icon: 'list',
  group: 'models',
  offered: ({ overview }) => overview?.phase === 'active',
  run: (view) => view.go({ room: 'new-model' }),
}

const showSettings: ViewCommand<ContentView> = {
  name: 'content.settings',
  label: strings.contentSettings,
  icon: 'list',
  group: 'models',
  run: (view) => view.go({ room: 'settings' }),
}

/** The commands of the content that depend on nothing else, for the tests of names and icons. */
export const viewCommands: readonly ViewCommand<ContentView>[] = [
  showSite,
  showModels,
  showReview,
  showSubmissions,
  showMedia,
  showCalendar,
  showRepository,
  showKeys,
  showVocabulary,
  showNewModel,
  showSettings,
]

/** The headings of the palette and the overview of shortcuts. */
export const sections: readonly CommandSection[] = [{ heading: strings.content, groups: ['models', 'view'] }]

/** Everything that can be done in the content beside its fields. */
export function contentCommands(view: ContentView): EditorCommand[] {
  const models = view.overview?.models ?? []
  return [
    ...viewCommands.map((command) => bindCommand(command, view)),
    ...models.map(({ id, name }) => ({
      name: `content.model.${id}`,
      label: strings.goTo(name),
      icon: 'list',
      group: 'models',
      offered: () => true,
      run: () => view.go({ model: id }),
    })),
  ]
}

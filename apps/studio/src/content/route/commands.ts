import type { ContentPlace } from '../../navigation/paths.ts'
import { bindCommand, type CommandSection, type EditorCommand, type ViewCommand } from '../../shell/commands/command.ts'
import { rooms } from '../navigator/rooms.ts'
import type { ContentOverview } from '../session/context.ts'
import * as strings from '../strings.ts'

/** The state that the commands of the content act on. */
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

/** A command for each room that the navigator links to. */
const showRooms = rooms
  .filter(({ listed }) => listed !== undefined)
  .map(
    ({ id, title, command, when }): ViewCommand<ContentView> => ({
      name: command?.name ?? `content.${id}`,
      label: command?.label ?? title,
      icon: 'list',
      group: 'models',
      offered: ({ overview }) => when?.(overview) ?? true,
      run: (view) => view.go({ room: id }),
    }),
  )

/** The commands of the content that depend on nothing else, for the tests of names and icons. */
export const viewCommands: readonly ViewCommand<ContentView>[] = [showSite, showModels, showReview, ...showRooms]

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

import type { ContentModel } from '@atelier/api'
import {
  Bell,
  CalendarClock,
  FileUp,
  GitBranch,
  Images,
  Inbox,
  KeyRound,
  Languages,
  type LucideIcon,
  Plus,
  Settings2,
  Trash2,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { lazyWhenIdle } from '../../ui/lazyWhenIdle.ts'
import type { ContentOverview } from '../session/context.ts'
import * as strings from '../strings.ts'

/** A screen of a project's content beside its models. */
export interface RoomEntry {
  /** The value of `room` in the address. */
  readonly id: string
  readonly title: string
  readonly icon: LucideIcon
  /** The part of the navigator that links to it; absent if other screens lead to it. */
  readonly listed?: 'models' | 'content'
  /** The name and label of the command that shows it, if they are not made from its id and title. */
  readonly command?: { readonly name?: string; readonly label?: string }
  /** Whether the command can run; absent if it always can. */
  when?(overview: ContentOverview | undefined): boolean
  /** Is shown while the content has not been set up. */
  readonly beforeSetUp?: boolean
  readonly Room: ComponentType<{ overview: ContentOverview }>
}

/** The rooms of the content in the order of their links; their code is loaded in idle time. */
export const rooms: readonly RoomEntry[] = [
  {
    id: 'new-model',
    title: strings.newModel,
    icon: Plus,
    listed: 'models',
    command: { name: 'content.newModel' },
    when: (overview) => overview?.phase === 'active',
    Room: lazyWhenIdle(async () => (await import('../model/NewModel.tsx')).NewModel),
  },
  {
    id: 'vocabulary',
    title: strings.vocabulary,
    icon: Languages,
    listed: 'content',
    command: { name: 'content.showVocabulary' },
    Room: lazyWhenIdle(async () => (await import('../vocabulary/Vocabulary.tsx')).Vocabulary),
  },
  {
    id: 'submissions',
    title: strings.submissions,
    icon: Inbox,
    listed: 'content',
    Room: lazyWhenIdle(async () => (await import('../rooms/Submissions.tsx')).Submissions),
  },
  {
    id: 'media',
    title: strings.media,
    icon: Images,
    listed: 'content',
    Room: lazyWhenIdle(async () => (await import('../media/MediaRoom.tsx')).MediaRoom),
  },
  {
    id: 'calendar',
    title: strings.calendar,
    icon: CalendarClock,
    listed: 'content',
    Room: lazyWhenIdle(async () => (await import('../rooms/Calendar.tsx')).Calendar),
  },
  {
    id: 'repository',
    title: strings.repository,
    icon: GitBranch,
    listed: 'content',
    beforeSetUp: true,
    Room: lazyWhenIdle(async () => (await import('../rooms/Repository.tsx')).Repository),
  },
  {
    id: 'notes',
    title: strings.notes,
    icon: Bell,
    listed: 'content',
    Room: lazyWhenIdle(async () => (await import('../rooms/Notes.tsx')).Notes),
  },
  {
    id: 'bin',
    title: strings.bin,
    icon: Trash2,
    listed: 'content',
    Room: lazyWhenIdle(async () => (await import('../bin/Bin.tsx')).Bin),
  },
  {
    id: 'keys',
    title: strings.keys,
    icon: KeyRound,
    listed: 'content',
    Room: lazyWhenIdle(async () => (await import('../keys/Keys.tsx')).Keys),
  },
  {
    id: 'webhooks',
    title: strings.webhooks,
    icon: Webhook,
    listed: 'content',
    Room: lazyWhenIdle(async () => (await import('../webhooks/WebhookRoom.tsx')).WebhookRoom),
  },
  {
    id: 'settings',
    title: strings.settings,
    icon: Settings2,
    listed: 'content',
    command: { label: strings.contentSettings },
    Room: lazyWhenIdle(async () => (await import('../settings/ContentSettings.tsx')).ContentSettings),
  },
  {
    id: 'import',
    title: strings.importFile,
    icon: FileUp,
    Room: lazyWhenIdle(async () => (await import('../import/ImportRoom.tsx')).ImportRoom),
  },
]

/** A screen of one model beside its entries. */
export interface ModelRoomEntry {
  /** The value of `room` in the address. */
  readonly id: string
  /** Whether the model has it; absent if every model does. */
  when?(model: ContentModel): boolean
  readonly Room: ComponentType<{ model: ContentModel; overview: ContentOverview }>
}

export const modelRooms: readonly ModelRoomEntry[] = [
  {
    id: 'form',
    when: ({ kind }) => kind === 'collection' || kind === 'document',
    Room: lazyWhenIdle(async () => (await import('../forms/ModelForm.tsx')).ModelForm),
  },
  { id: 'history', Room: lazyWhenIdle(async () => (await import('../history/HistoryRoom.tsx')).HistoryRoom) },
  { id: 'model', Room: lazyWhenIdle(async () => (await import('../model/ModelEditor.tsx')).ModelEditor) },
]

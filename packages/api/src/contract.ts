import type { TSchema } from 'typebox'
import * as approvals from './approvals.ts'
import * as auth from './auth.ts'
import * as bridge from './bridge.ts'
import * as changes from './changes.ts'
import * as checks from './checks.ts'
import * as code from './code.ts'
import * as common from './common.ts'
import * as content from './content.ts'
import * as contentRepository from './contentRepository.ts'
import * as conversation from './conversation.ts'
import * as forms from './forms.ts'
import * as generations from './generations.ts'
import * as imports from './import.ts'
import * as mcp from './mcp.ts'
import * as media from './media.ts'
import * as parts from './parts.ts'
import * as people from './people.ts'
import * as projects from './projects.ts'
import * as providers from './providers.ts'
import * as publish from './publish.ts'
import * as readApi from './readApi.ts'
import type { Route } from './route.ts'
import * as server from './server.ts'
import * as services from './services.ts'
import * as sessions from './sessions.ts'
import * as shownContent from './shownContent.ts'
import * as usage from './usage.ts'
import * as versions from './versions.ts'
import * as webhooks from './webhooks.ts'

/** The routes of one area of the server, by the name that programs know them by. */
export interface Area {
  /** As the heading of its chapter in docs/api.md. */
  title: string
  routes: Readonly<Record<string, Route>>
}

const modules: readonly [title: string, declared: Readonly<Record<string, unknown>>][] = [
  ['Server', server],
  ['Set-up and account', auth],
  ['People', people],
  ['Projects', projects],
  ['Media', media],
  ['Import', imports],
  ['Checks', checks],
  ['Code', code],
  ['Publishing', publish],
  ['Versions', versions],
  ['Content', { ...content, ...contentRepository, ...shownContent }],
  ['Conversation API', conversation],
  ['Forms of sites', forms],
  ['Webhooks', webhooks],
  ['Read API', readApi],
  ['Generation', generations],
  ['Parts', parts],
  ['Changes', changes],
  ['Agent sessions', sessions],
  ['Approvals', approvals],
  ['Executors and pictures', bridge],
  ['Providers and models', providers],
  ['Services', services],
  ['Budgets and usage', usage],
  ['Model Context Protocol', mcp],
]

/** Every route of the server, by area. */
export const areas: readonly Area[] = modules.map(([title, declared]) => ({
  title,
  routes: Object.fromEntries(
    Object.entries(declared)
      .filter((entry): entry is [string, Route] => isRoute(entry[1]))
      .sort(([, one], [, other]) => byText(one.path, other.path) || byText(one.method, other.method)),
  ),
}))

/** Every route of the server. */
export const routes: readonly Route[] = areas.flatMap((area) => Object.values(area.routes))

/** The schemas that have a name of their own, such as `Person`. */
export const shapes: ReadonlyMap<string, TSchema> = new Map(
  [common, ...modules.map(([, declared]) => declared)]
    .flatMap((declared) => Object.entries(declared).filter((entry): entry is [string, TSchema] => isShape(entry[1])))
    .sort(([one], [other]) => byText(one, other)),
)

/** The order of code units, which is the same everywhere. */
function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Objects and choices; a text with limits is clearer inline. */
function isShape(value: unknown): value is TSchema {
  return (
    typeof value === 'object' &&
    value !== null &&
    (('type' in value && value.type === 'object') || 'anyOf' in value || 'enum' in value)
  )
}

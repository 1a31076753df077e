import { equalJson } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { type TInteger, Type } from 'typebox'
import { type ContentContext, notSetUp, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { readSchema, setConfig } from '../../model/contentDocument.ts'
import {
  type ContentConfig,
  configDefaults,
  type PublishMode,
  publishModes,
  type ReleaseMode,
  releaseModes,
  workflows,
} from '../../model/definition.ts'
import { domainPattern } from '../../model/names.ts'
import { writtenOutput } from '../shared/support.ts'

const names = [
  'stack',
  'workflow',
  'domains',
  'release',
  'publishEdits',
  'branchWarnLimit',
  'branchBlockLimit',
  'branchRetention',
] as const
const numbers = ['branchWarnLimit', 'branchBlockLimit', 'branchRetention'] as const

const orDefault = (type: TInteger) => Type.Optional(Type.Union([type, Type.Null()]))
const limit = (description: string) => orDefault(Type.Integer({ minimum: 1, maximum: 1_000, description }))

export const saveSettings = defineOperation({
  id: 'content.saveSettings',
  summary: 'Change the content settings',
  description:
    'Change the settings of the content after its set-up. What is not named stays; null takes a number back to its default. Without input it returns the settings.',
  icon: 'sliders-horizontal',
  keywords: ['workflow', 'review', 'auto-merge', 'domains', 'branch limits', 'configuration', 'retention'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'auto-merge',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      stack: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Such as next, nuxt, astro.' })),
      workflow: Type.Optional(Type.Enum(workflows)),
      release: Type.Optional(
        Type.Enum(releaseModes, {
          description: 'How entries come to visitors: when somebody publishes (hand), or with each published change.',
        }),
      ),
      publishEdits: Type.Optional(
        Type.Enum(publishModes, {
          description:
            'Edits of published entries wait until somebody publishes them (wait), or go out at once (atOnce).',
        }),
      ),
      domains: Type.Optional(
        Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, description: 'All of them, in their order.' }),
      ),
      branchWarnLimit: limit('Open branches from which on there is a warning.'),
      branchBlockLimit: limit('Open branches from which on no other one is opened.'),
      branchRetention: orDefault(
        Type.Integer({ minimum: 0, maximum: 3_650, description: 'Days that closed branches stay in the repository.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...writtenOutput,
    settings: Type.Object({
      stack: Type.String(),
      workflow: Type.String(),
      release: Type.Enum(releaseModes),
      publishEdits: Type.Enum(publishModes),
      domains: Type.Array(Type.String()),
      branchWarnLimit: Type.Integer(),
      branchBlockLimit: Type.Integer(),
      branchRetention: Type.Integer(),
    }),
    changed: Type.Array(Type.String()),
    openBranches: Type.Integer(),
    note: Type.Optional(Type.String()),
  }),
  async run(context: ContentContext, { stack, workflow, domains, release, publishEdits, ...given }) {
    const { contentDocumentId, drafts, restriction, branches } = context
    if (restriction?.models || restriction?.locales)
      return fail('forbidden', 'These settings hold for every model and locale, and you may not change all of them.')
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    const schema = draft && readSchema(draft)
    if (!draft || !schema) return notSetUp()

    const wrong = domains?.find((domain) => !domainPattern.test(domain))
    if (wrong !== undefined)
      return fail('model_domain', `“${wrong}” is no domain.`, {
        path: '/domains',
        hint: 'Use small letters, digits and dashes.',
      })
    const left = domains ? schema.models.filter(({ domain }) => !domains.includes(domain)) : []
    if (left.length > 0)
      return fail(
        'domain_in_use',
        `Models are in these domains: ${left.map((each) => `${each.id} in ${each.domain}`).join(', ')}.`,
        {
          path: '/domains',
          hint: 'Give them other domains with save_model first.',
        },
      )
    const patch: Partial<ContentConfig> = {
      ...(stack === undefined ? {} : { stack }),
      ...(workflow === undefined ? {} : { workflow }),
      ...(domains ? { domains: [...new Set(domains)] } : {}),
      ...(release === undefined ? {} : { release }),
      ...(publishEdits === undefined ? {} : { publishEdits }),
    }
    for (const name of numbers) {
      const value = given[name]
      if (value !== undefined) setConfig(draft, { [name]: value ?? undefined })
    }
    setConfig(draft, patch)

    const before = settingsOf(schema.config)
    const settings = settingsOf(readSchema(draft)?.config ?? schema.config)
    const { branchWarnLimit: warn, branchBlockLimit: block } = settings
    if (warn > block)
      return fail(
        'limits',
        `There would be a warning from ${warn} open branches on, and no other one from ${block} on.`,
        {
          path: '/branchWarnLimit',
          hint: 'branchWarnLimit is at most as large as branchBlockLimit.',
        },
      )
    const open = branches?.all.filter(({ state }) => state === 'open').length ?? 0
    const notes = [noteOn(before, settings, open), publishNote(before, settings)].filter((each) => each !== undefined)
    const note = notes.length === 0 ? undefined : notes.join(' ')
    return ok({
      ...writtenTo({ workflow: settings.workflow }),
      settings,
      changed: names.filter((name) => !equalJson(before[name], settings[name])),
      openBranches: open,
      ...(note === undefined ? {} : { note }),
    })
  },
})

type Settings = Pick<ContentConfig, 'stack' | 'workflow'> & {
  domains: string[]
  release: ReleaseMode
  publishEdits: PublishMode
  branchWarnLimit: number
  branchBlockLimit: number
  branchRetention: number
}

function settingsOf({ stack, workflow, domains, ...config }: ContentConfig): Settings {
  const { branchWarnLimit, branchBlockLimit, branchRetention } = { ...configDefaults, ...config }
  const release = config.release === 'change' ? config.release : 'hand'
  const publishEdits = config.publishEdits === 'wait' ? config.publishEdits : 'atOnce'
  return {
    ...{ stack, workflow, domains: [...domains], release, publishEdits },
    ...{ branchWarnLimit, branchBlockLimit, branchRetention },
  }
}

/** The effect on edits of published entries. */
function publishNote(before: Settings, after: Settings): string | undefined {
  if (before.publishEdits === after.publishEdits) return undefined
  return after.publishEdits === 'wait'
    ? 'From now on edits of published entries wait until somebody publishes them.'
    : 'Edits of published entries go out at once from now on, and so do those that were waiting.'
}

/** The effect on open branches: they are proposed content, so that none is closed. */
function noteOn(before: Settings, after: Settings, open: number): string | undefined {
  if (before.workflow === after.workflow || open === 0) return undefined
  const branches = open === 1 ? 'One branch stays' : `${open} branches stay`
  return after.workflow === 'auto-merge'
    ? `${branches} open, to be merged or rejected. What is written from now on is live at once.`
    : `${branches} open. What editors write from now on waits on a branch, too.`
}

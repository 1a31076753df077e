import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { checkModel } from '../../model/check.ts'
import { readSchema, setConfig, setRoute, setShared, writeModel } from '../../model/contentDocument.ts'
import { type ContentConfig, type ModelFile, publishModes, workflows } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'
import { domainPattern, localePattern, routePattern } from '../../model/names.ts'
import { refuseFindings, writtenOutput } from '../shared/support.ts'
import { completed, definitionsOf, modelInput } from './modelInput.ts'

export const init_project = defineOperation({
  id: 'content.init_project',
  summary: 'Set up content',
  description:
    'Set up the content of a project that has none: its locales (the first is the default), domains and first models.',
  icon: 'package-plus',
  keywords: ['initialize', 'setup', 'start', 'configure'],
  effect: 'write',
  workflow: 'auto-merge',
  capability: 'content.model',
  phases: phasesFor('init'),
  affects: ['content'],
  input: Type.Object(
    {
      stack: Type.Optional(Type.String({ maxLength: 40, description: 'Such as next, nuxt, astro; default other.' })),
      locales: Type.Array(Type.String({ maxLength: 20 }), { minItems: 1, maxItems: 50 }),
      domains: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })),
      workflow: Type.Optional(Type.Enum(workflows)),
      publishEdits: Type.Optional(
        Type.Enum(publishModes, {
          description: 'Edits of published entries wait until somebody publishes them (the default), or go out atOnce.',
        }),
      ),
      models: Type.Optional(Type.Array(Type.Object(modelInput, { additionalProperties: false }), { maxItems: 100 })),
      routes: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: 100 }), { description: 'As of setRoute, by model.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...writtenOutput, locales: Type.Array(Type.String()), models: Type.Array(Type.String()) }),
  async run(
    context: ContentContext,
    {
      stack = 'other',
      locales,
      domains = [],
      workflow = 'auto-merge',
      publishEdits = 'wait',
      models = [],
      routes = {},
    },
  ) {
    const wrongLocale = locales.find((locale) => !localePattern.test(locale))
    if (wrongLocale !== undefined)
      return fail('locale', `“${wrongLocale}” is no locale.`, { path: '/locales', hint: 'Such as en, tr, pt-BR.' })
    const wrongDomain = domains.find((domain) => !domainPattern.test(domain))
    if (wrongDomain !== undefined)
      return fail('model_domain', `“${wrongDomain}” is no domain.`, {
        path: '/domains',
        hint: 'Use small letters, digits and dashes.',
      })
    const [first = 'en'] = locales
    const findings: Finding[] = []
    const shared = new Map<string, ReadonlyMap<string, boolean>>()
    const files = models.map(({ fields = {}, ...given }): ModelFile => {
      const { definitions, shared: own, findings: wrong } = definitionsOf(given.id, fields)
      shared.set(given.id, own)
      findings.push(...wrong)
      const known = [...definitions].flatMap(([name, definition]) => (definition ? [[name, definition] as const] : []))
      const domain = given.domain ?? domains[0] ?? 'content'
      return completed({
        name: given.id,
        kind: 'collection',
        i18n: true,
        ...given,
        domain,
        fields: Object.fromEntries(known),
      })
    })
    const twice = files.find(({ id }, i) => files.findIndex((other) => other.id === id) < i)
    if (twice) return fail('model_id', `Two models have the id “${twice.id}”.`, { path: '/models' })
    const wrongRoute = refuseRoutes(routes, files)
    if (wrongRoute) return wrongRoute
    const config: ContentConfig = {
      version: 1,
      stack,
      workflow,
      locales: { default: first, supported: [...new Set(locales)] },
      domains: [...new Set([...domains, ...files.map(({ domain }) => domain)])],
      // An entry that somebody publishes goes out by itself.
      ...(publishEdits === 'wait' ? { publishEdits, release: 'change' as const } : {}),
    }
    const wrong = refuseFindings(
      [...findings, ...files.flatMap((file) => checkModel(file, files, config))],
      'Nothing was set up',
    )
    if (wrong) return wrong
    const { contentDocumentId: id, drafts, newId } = context
    const draft = (id === undefined ? undefined : await drafts.open(id)) ?? drafts.create(newId(), 'content')
    if (readSchema(draft)) return fail('wrong_phase', 'Project is already initialized.')
    setConfig(draft, config)
    for (const file of files) writeModel(draft, file)
    for (const [model, wanted] of shared) for (const [name, is] of wanted) if (is) setShared(draft, model, name, true)
    for (const [model, route] of Object.entries(routes)) setRoute(draft, model, route)
    return ok({
      ...writtenTo({ workflow }),
      locales: [...config.locales.supported],
      models: files.map((file) => file.id),
    })
  },
})

function refuseRoutes(routes: Readonly<Record<string, string>>, files: readonly ModelFile[]) {
  const all = Object.entries(routes)
  const wrong = all.find(
    ([model, route], index) =>
      !routePattern.test(route) ||
      !files.some(({ id, kind }) => id === model && (kind === 'collection' || kind === 'document')) ||
      all.findIndex(([, other]) => other === route) < index,
  )
  if (!wrong) return undefined
  return fail('route', `“${wrong[1].slice(0, 80)}” is no address for ${wrong[0].slice(0, 80)}.`, {
    path: '/routes',
    hint: 'Name a model of the call, and give each another address of small letters, digits and dashes.',
  })
}

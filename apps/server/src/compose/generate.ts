import {
  type BrandReader,
  blueprintType,
  createGenerateScope,
  createInstallFonts,
  createResearch,
  createTidy,
  type GenerateServicesOf,
  variantsType,
} from '@atelier/generate'
import type { CompileUtilities } from '@atelier/site'
import type { createCredentials } from '../ai/models/credentials.ts'
import type { createModelChoices } from '../ai/models/modelChoice.ts'
import type { createModelFacts } from '../ai/models/modelFacts.ts'
import type { createSessions } from '../ai/sessions/sessions.ts'
import { createTakeBrand } from '../brand/takeBrand.ts'
import { createSiteFiles } from '../generations/files.ts'
import { createGenerations, type Generations } from '../generations/generations.ts'
import { createGenerationService, editorIdentity } from '../generations/service.ts'
import { createGenerationStore } from '../generations/store.ts'
import { createTasks } from '../generations/tasks.ts'
import type { Executors } from '../operations/executors.ts'
import type { TaskOf } from '../operations/runTask.ts'
import { registerScope, type Scopes, type ServerScope } from '../operations/scopes.ts'
import { createSectionVariants, type SectionVariants, variantServiceOf } from '../sectionVariants/sectionVariants.ts'
import type { Base } from './base.ts'
import type { composePeople } from './people.ts'

type GenerationOptions = Parameters<typeof createGenerations>[0]

export type GenerateScopeOptions = ReturnType<typeof composeGenerate>['options']

/** The scope `generate`, whose runs carry out the steps of a generation. */
export const generateScope = {
  documentTypes: [blueprintType, variantsType],
  create: ({ generate: { service, taskOf, left } }: { generate: GenerateScopeOptions }): ServerScope =>
    registerScope(createGenerateScope(service), {
      taskOf,
      runLeft: ({ id, isOwn }) => {
        if (isOwn) left(id)
      },
    }),
}

/** Generations of sites. They start last, since their runs call the operations of all scopes. */
export function composeGenerate(
  base: Base,
  { identities, workspaces }: Pick<ReturnType<typeof composePeople>, 'identities' | 'workspaces'>,
  compileUtilities: CompileUtilities,
  readBrand: (projectId: string) => BrandReader,
) {
  const { config, database, documents, streams, now, newId, failed } = base
  const web = config.web
  let started: { generations: Generations; taskOf: TaskOf; variants: SectionVariants } | undefined
  const generationsOf = createGenerationService({
    database,
    identities,
    workspaces,
    generations: () => started?.generations,
  })
  const service: GenerateServicesOf = (project) => ({
    generations: generationsOf(project.id),
    compileUtilities,
    brand: readBrand(project.id),
    ...(started
      ? {
          variants: variantServiceOf(started.variants, project, async (userId) => {
            const identity = await editorIdentity({ database, identities }, userId, project.id)
            if (!identity) throw new Error('Nobody may write in this project')
            return identity
          }),
        }
      : {}),
  })
  return {
    options: {
      service,
      async taskOf(run: Parameters<TaskOf>[0]) {
        if (!started) throw new Error('The server is starting')
        return started.taskOf(run)
      },
      left: (runId: string) => void started?.generations.left(runId),
    },
    start({
      scopes,
      executors,
      sessions,
      runner,
      choices,
      credentials,
      modelFacts,
    }: {
      scopes: Scopes
      executors: Executors
      sessions: ReturnType<typeof createSessions>
      runner: GenerationOptions['runner']
      choices: ReturnType<typeof createModelChoices>
      credentials: ReturnType<typeof createCredentials>
      modelFacts: ReturnType<typeof createModelFacts>
    }): Generations {
      const store = createGenerationStore(database)
      const files = createSiteFiles({ scopes, executors })
      const generations = createGenerations({
        store,
        documents,
        streams,
        sessions,
        runner,
        identities,
        workspaces,
        files,
        research: createResearch({ documents, files, web }),
        installFonts: createInstallFonts({ documents, files, web }),
        tidy: createTidy({ documents, files }),
        takeBrand: createTakeBrand({ scopes, executors, documents }),
        now,
        newId,
        choices,
        async priceOf(session) {
          const chosen = (await choices.in(session.workspace_id))(session)
          if (chosen.kind !== 'model') return undefined
          const opened = await credentials.open(session.workspace_id, chosen.credentialId)
          return opened.ok
            ? (await modelFacts.of(chosen.credentialId, opened.credential, chosen.modelId)).price
            : undefined
        },
        failed: failed('a generation could not be brought on'),
      })
      const variants = createSectionVariants({ database, documents, streams, sessions, choices, runner, now, newId })
      started = { generations, taskOf: createTasks({ documents, store, sessions, files, variants }), variants }
      return generations
    },
  }
}

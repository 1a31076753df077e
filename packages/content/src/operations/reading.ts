import { brain_analyze } from './brain/brainAnalyze.ts'
import { brain_query } from './brain/brainQuery.ts'
import { brain_search } from './brain/brainSearch.ts'
import { entryHistory } from './entries/entryHistory.ts'
import { get_content } from './entries/getContent.ts'
import { relation_expand } from './entries/relationExpand.ts'
import { validate } from './entries/validate.ts'
import { listUntranslated } from './locales/listUntranslated.ts'
import { list_models } from './models/listModels.ts'
import { previewModel } from './models/previewModel.ts'
import { validate_schema } from './models/validateSchema.ts'

/** Those that read models and entries, with the types that they were defined with. */
export const readOperations = [
  list_models,
  get_content,
  brain_query,
  brain_search,
  brain_analyze,
  relation_expand,
  validate,
  validate_schema,
  entryHistory,
  previewModel,
  listUntranslated,
] as const
